import { documentOf } from '@repasse/values/check-digits/documents';

/** One meaning of a searched text, and the value that is looked for. */
export interface SearchTerm {
  readonly kind:
    | 'charge'
    | 'attempt'
    | 'refund'
    | 'transfer'
    | 'invoice'
    | 'reference'
    | 'document'
    | 'email'
    | 'name'
    | 'last4';
  readonly value: string;
}

/**
 * The meanings a search text may have: an id or a PIX transfer is only that, anything else may be the merchant's own reference
 * as well. Digits alone are no name.
 */
export const searchTermsOf = (text: string): readonly SearchTerm[] => {
  const given = text.trim();
  const whole = idOf(given) ?? transferOf(given);
  return whole ? [whole] : [{ kind: 'reference', value: given }, ...payersOf(given), ...numbersOf(given)];
};

const kinds: Readonly<Record<string, SearchTerm['kind']>> = {
  ch: 'charge',
  att: 'attempt',
  // A payment has the ULID of its attempt.
  pay: 'attempt',
  re: 'refund',
};

const idOf = (text: string): SearchTerm | undefined => {
  const [, prefix = '', ulid = ''] = /^(ch|att|pay|re)_([0-7][0-9a-hjkmnp-tv-z]{25})$/i.exec(text) ?? [];
  const kind = kinds[prefix.toLowerCase()];
  if (kind === undefined) return undefined;
  const kept = kind === 'attempt' ? 'att' : prefix.toLowerCase();
  return { kind, value: `${kept}_${ulid.toUpperCase()}` };
};

/** The name of a PIX transfer: its letter, the bank's eight digits, the minute and eleven characters. */
const transferOf = (text: string): SearchTerm | undefined =>
  /^E[0-9]{20}[0-9a-z]{11}$/i.test(text) ? { kind: 'transfer', value: text } : undefined;

const payersOf = (text: string): readonly SearchTerm[] => {
  if (text.includes('@')) return [{ kind: 'email', value: text.toLowerCase() }];
  const document = documentOf(text);
  if (document !== undefined) return [{ kind: 'document', value: document }];
  return /^[0-9]*$/.test(text) ? [] : [{ kind: 'name', value: text }];
};

/** As many digits as a safe integer has in any case. */
const invoiceForm = /^[0-9]{1,15}$/;

const numbersOf = (text: string): readonly SearchTerm[] => [
  ...(invoiceForm.test(text) ? [{ kind: 'invoice' as const, value: text }] : []),
  ...(/^[0-9]{4}$/.test(text) ? [{ kind: 'last4' as const, value: text }] : []),
];
