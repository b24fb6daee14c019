/** A Brazilian telephone, +55 and digits alone, of a text with or without blanks, parentheses and dashes; else undefined. */
export const telephoneOf = (text: string): string | undefined => {
  const telephone = text.replaceAll(/[ ()-]/g, '');
  return /^\+55[1-9]{2}9?\d{8}$/.test(telephone) ? telephone : undefined;
};
