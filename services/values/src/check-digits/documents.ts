import { isCnpj, isCpf } from './cpf-cnpj';

export type DocumentType = 'CPF' | 'CNPJ';

/** Without the points, dashes and slashes people write, and in capitals. */
export const plainDocument = (text: string): string => text.replace(/[.\-/\s]/g, '').toUpperCase();

/** The type of a plain document, if its check digits hold; undefined when it is no document. */
export const documentTypeOf = (document: string): DocumentType | undefined => {
  // One digit throughout satisfies the sums and is never issued.
  if (/^(.)\1*$/.test(document)) return undefined;
  if (isCpf(document)) return 'CPF';
  return isCnpj(document) ? 'CNPJ' : undefined;
};

/** A CPF or CNPJ as it is stored; undefined where the text is none. */
export const documentOf = (text: string): string | undefined => {
  const document = plainDocument(text);
  return documentTypeOf(document) === undefined ? undefined : document;
};
