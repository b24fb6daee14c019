export type DocumentType = 'CPF' | 'CNPJ';

const cpfShape = /^\d{11}$/;
/** Since July 2026 the first twelve may be letters; the check digits stay digits. */
const cnpjShape = /^[0-9A-Z]{12}\d{2}$/;

/** Without the points, dashes and slashes people write, and in capitals. */
export const plainDocument = (text: string): string => text.replace(/[.\-/\s]/g, '').toUpperCase();

/** The type of a plain document, if its check digits hold; undefined when it is no document. */
export const documentTypeOf = (document: string): DocumentType | undefined => {
  // One digit throughout satisfies the sums and is never issued.
  if (/^(.)\1*$/.test(document)) return undefined;
  if (cpfShape.test(document) && hasCheckDigits(document, document.length)) return 'CPF';
  return cnpjShape.test(document) && hasCheckDigits(document, cnpjWeightMax) ? 'CNPJ' : undefined;
};

/** A CNPJ's weights run from 2 to 9 and begin again; a CPF's do not come round. */
const cnpjWeightMax = 9;

const hasCheckDigits = (document: string, weightMax: number): boolean => {
  const first = checkDigit(document.slice(0, -2), weightMax);
  return document.endsWith(first + checkDigit(document.slice(0, -2) + first, weightMax));
};

/** Both count modulo 11 from the right, by weights from 2 on. A letter counts as its distance from the sign 0. */
const checkDigit = (body: string, weightMax: number): string => {
  const values = Array.from(body, (sign) => sign.charCodeAt(0) - '0'.charCodeAt(0)).reverse();
  const sum = values.reduce((total, value, index) => total + value * (2 + (index % (weightMax - 1))), 0);
  const rest = sum % 11;
  return String(rest < 2 ? 0 : 11 - rest);
};
