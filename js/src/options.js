// The options of a call, checked: what is not known is refused rather than ignored.

/** The options, of which no other one is stated. */
export function named(options = {}, names) {
  if (typeof options !== "object" || options === null) {
    throw new TypeError(`expected options such as { maxcardinality: true }, got ${String(options)}`);
  }
  for (const name of Object.keys(options)) {
    if (!names.includes(name)) {
      throw new TypeError(`expected ${names.join(" or ")} as an option, got ${name}`);
    }
  }
  return options;
}

export function known(options = {}, names, most = false) {
  named(options, names);
  const { minimize = false, perfect = false } = options;
  const { maxcardinality = most || minimize } = options;
  for (const [name, value] of Object.entries({ maxcardinality, minimize, perfect })) {
    if (typeof value !== "boolean") {
      throw new TypeError(`${name}: expected true or false, got ${String(value)}`);
    }
  }
  return { ...options, maxcardinality, minimize, perfect };
}

/** The objective in fastpair.h. */
export function objectiveOf({ maxcardinality, perfect }, minimize) {
  return (perfect ? 3 : Number(maxcardinality)) + (minimize ? 4 : 0);
}
