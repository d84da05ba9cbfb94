// The options of a call, checked: what is not known is refused rather than ignored.

export function known(options = {}, names) {
  if (typeof options !== "object" || options === null) {
    throw new TypeError(`expected options such as { maxCardinality: true }, got ${String(options)}`);
  }
  for (const name of Object.keys(options)) {
    if (!names.includes(name)) {
      throw new TypeError(`expected ${names.join(" or ")} as an option, got ${name}`);
    }
  }
  const { maxCardinality = false } = options;
  if (typeof maxCardinality !== "boolean") {
    throw new TypeError(`maxCardinality: expected true or false, got ${String(maxCardinality)}`);
  }
  return { ...options, maxCardinality };
}
