const people = /per_[0-9A-HJKMNP-TV-Z]{26}/g;

/** A sentence of the API with names where it has ids of people. */
export const withNames = (text: string, nameOf: (id: string) => string | undefined): string =>
  text.replaceAll(people, (id) => nameOf(id) ?? id);
