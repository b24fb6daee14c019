/** A time as part of a file's name: 20261125T140300Z. */
export const stampOf = (isoTime: string): string => `${isoTime.slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
