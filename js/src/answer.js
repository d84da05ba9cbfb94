/** What a function of the engine returns or throws, as a message. */
export async function answer(engine, { call, name, args }) {
  try {
    return { call, result: await engine[name](...args) };
  } catch (error) {
    return { call, error };
  }
}
