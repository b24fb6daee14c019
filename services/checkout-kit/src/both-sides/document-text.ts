/**
 * A receiver's document as receipts print it. A CNPJ is public and told in full; of a CPF, which is a person's, the middle
 * is enough to compare with the bank's receipt. Another text stays as it is.
 */
export const receiverDocumentText = (document: string): string => {
  const [, a, b, c, d, e] = /^(\w{2})(\w{3})(\w{3})(\w{4})(\d{2})$/.exec(document) ?? [];
  if (a !== undefined) return `CNPJ ${a}.${b}.${c}/${d}-${e}`;
  const [, first, second] = /^\d{3}(\d{3})(\d{3})\d{2}$/.exec(document) ?? [];
  return first === undefined ? document : `CPF ***.${first}.${second}-**`;
};
