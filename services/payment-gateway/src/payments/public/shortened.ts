/** A provider's words as a contract takes them, which wants at least one character and not too many. */
export const shortened = (text: string, charactersMax: number): string =>
  text === '' ? '-' : text.slice(0, charactersMax);
