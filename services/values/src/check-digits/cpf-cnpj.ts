const cpfShape = /^\d{11}$/;
/** Since July 2026 the first twelve may be letters; the check digits stay digits. */
const cnpjShape = /^[0-9A-Z]{12}\d{2}$/;
/** A CNPJ's weights run from 2 to 9 and begin again; a CPF's do not come round. */
const cnpjWeightMax = 9;

/** Whether 11 digits end in the check digits of a CPF. */
export const isCpf = (text: string): boolean => cpfShape.test(text) && hasCheckDigits(text, text.length);

/** Whether 14 signs, letters in capitals, end in the check digits of a CNPJ. */
export const isCnpj = (text: string): boolean => cnpjShape.test(text) && hasCheckDigits(text, cnpjWeightMax);

const hasCheckDigits = (text: string, weightMax: number): boolean => {
  const first = checkDigit(text.slice(0, -2), weightMax);
  return text.endsWith(first + checkDigit(text.slice(0, -2) + first, weightMax));
};

/** Both count modulo 11 from the right, by weights from 2 on. A letter counts as its distance from the sign 0. */
const checkDigit = (body: string, weightMax: number): string => {
  const values = Array.from(body, (sign) => sign.charCodeAt(0) - '0'.charCodeAt(0)).reverse();
  const sum = values.reduce((total, value, index) => total + value * (2 + (index % (weightMax - 1))), 0);
  const rest = sum % 11;
  return String(rest < 2 ? 0 : 11 - rest);
};
