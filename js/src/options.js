// The options of a call, checked: what is not known is refused rather than ignored.

export function known(options = {}, names) {
  if (typeof options !== "object" || options === null) {
    throw new TypeError(`expected options such as { maxcardinality: true }, got ${String(options)}`);
  }
  for (const name of Object.keys(options)) {
    if (!names.includes(name)) {
      throw new TypeError(`expected ${names.join(" or ")} as an option, got ${name}`);
    }
  }
  const { maxcardinality = false } = options;
  if (typeof maxcardinality !== "boolean") {
    throw new TypeError(`maxcardinality: expected true or false, got ${String(maxcardinality)}`);
  }
  return { ...options, maxcardinality };
}
