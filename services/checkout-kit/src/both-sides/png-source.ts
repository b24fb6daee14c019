/** A picture that is not there yet is one transparent point: an empty address would be asked for. */
const nothing = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';

/** The address of a picture that is part of the page; base64, or null while there is none. */
export const pngSource = (base64: string | null): string =>
  base64 === null ? nothing : `data:image/png;base64,${base64}`;
