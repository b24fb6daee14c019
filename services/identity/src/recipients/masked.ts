import { type LegalData } from './recipient';

/** A CPF without its first three and last two digits; a CNPJ without its first two and last two characters. */
export const maskedDocument = (document: string): string =>
  document.length === 11
    ? `***.${document.slice(3, 6)}.${document.slice(6, 9)}-**`
    : `**.${document.slice(2, 5)}.${document.slice(5, 8)}/${document.slice(8, 12)}-**`;

export const maskedEmail = (email: string): string => `${email.slice(0, 1)}***${email.slice(email.lastIndexOf('@'))}`;

/** The last four digits. */
export const maskedTelephone = (telephone: string): string =>
  `${'*'.repeat(telephone.length - 4)}${telephone.slice(-4)}`;

/** Only the first name is shown of a person, as receipts of banks do. */
export const maskedName = (name: string): string =>
  name
    .split(/\s+/)
    .map((part, index) => (index === 0 ? part : `${part.slice(0, 1)}.`))
    .join(' ');

/** Data as those see it who may not see it in full. */
export const maskedData = (data: LegalData): LegalData => ({
  name: maskedName(data.name),
  tradeName: data.tradeName,
  document: maskedDocument(data.document),
  telephone: data.telephone === null ? null : maskedTelephone(data.telephone),
  address: null,
  birthDate: null,
  representative: null,
  activity: data.activity,
});
