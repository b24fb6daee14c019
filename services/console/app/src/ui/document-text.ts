const masks: readonly (readonly [form: RegExp, text: string])[] = [
  [/^(.{3})(.{3})(.{3})(.{2})$/, '$1.$2.$3-$4'],
  [/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, '$1.$2.$3/$4-$5'],
];

/** A CPF or CNPJ as people write it; one that is masked already stays as it is. */
export const documentText = (document: string): string => {
  const mask = /^[0-9A-Z]+$/.test(document) ? masks.find(([form]) => form.test(document)) : undefined;
  return mask === undefined ? document : document.replace(...mask);
};
