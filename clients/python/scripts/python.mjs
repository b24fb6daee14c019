/** How Python writes names and texts. */

const keywords = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);

/** `grossAmount` → `gross_amount`, `PaymentId` → `payment_id`, `from` → `from_`. */
export const snake = (name) => {
  const written = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .replaceAll(/\W/g, '_')
    .toLowerCase();
  return keywords.has(written) ? `${written}_` : written;
};

/** `refund.succeeded` → `RefundSucceeded`. */
export const pascal = (name) =>
  name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');

/** JSON's texts are Python's, too. */
export const quoted = (text) => JSON.stringify(text);

const constant = (value) => {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return JSON.stringify(value);
};

export const literal = (values) => `Literal[${values.map(constant).join(', ')}]`;

export const docstring = (text, indent = '    ') =>
  text === undefined || text === ''
    ? ''
    : `${indent}"""${text.trim().replaceAll('\\', '\\\\').replaceAll('"""', "'''").replace(/"$/, '" ')}"""\n`;
