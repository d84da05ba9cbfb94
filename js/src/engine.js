// The compiled engine: its memory, its calls, and what becomes of its refusals.

const INVALID_ARGUMENT = 1; // statuses of fastpair.h
const OUT_OF_RANGE = 2;
const REFUSED = 52; // WASI's "no such function": the engine reads and writes nothing

/** Compiles the module: node.js reads it from a file instead. */
let compile = () => WebAssembly.compileStreaming(fetch(new URL("../dist/fastpair.wasm", import.meta.url)));

export function compileBy(other) {
  compile = other;
}

/** A compiled module is made once; an instance whose memory a failure left behind is dropped. */
let module;
let idle;

/** An instance, with its memory and the places in it that one call has taken. */
class Instance {
  #places = [];

  constructor(module) {
    const refuse = () => REFUSED;
    this.calls = new WebAssembly.Instance(module, {
      wasi_snapshot_preview1: { fd_close: refuse, fd_seek: refuse, fd_write: refuse },
    }).exports;
    this.calls._initialize();
  }

  /** The text at a place, which ends with 0. */
  text(place) {
    const bytes = new Uint8Array(this.calls.memory.buffer, place);
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
  }

  /** Throw what the engine says if the status of a call is not that all is well. */
  check(status) {
    if (status === 0) return;
    const message = `fastpair: ${this.text(this.calls.fastpair_last_error())}`;
    const wrong = status === INVALID_ARGUMENT || status === OUT_OF_RANGE;
    throw wrong ? new RangeError(message) : new Error(message);
  }

  /** A place for so many bytes, until release(). */
  take(bytes) {
    const place = this.calls.malloc(Math.max(bytes, 8)) >>> 0; // beyond 2 GiB, wasm's numbers are negative
    if (place === 0) throw new RangeError(`fastpair: there is not enough memory for ${bytes} bytes`);
    this.#places.push(place);
    return place;
  }

  /** An array of a type on so many elements at a place. Memory that grows makes it useless. */
  array(Type, place, count) {
    return new Type(this.calls.memory.buffer, place, count);
  }

  release() {
    for (const place of this.#places.splice(0)) this.calls.free(place);
  }
}

/** An instance that nobody else uses. */
export async function makeInstance() {
  module ??= compile();
  try {
    return new Instance(await module);
  } catch (error) {
    module = undefined; // the next call may find the network again
    throw error;
  }
}

/** What `work` makes of an instance. If it throws, its instance is not used again. */
export async function withInstance(work) {
  const instance = idle ?? (await makeInstance());
  idle = undefined;
  const result = work(instance);
  instance.release();
  idle = instance;
  return result;
}
