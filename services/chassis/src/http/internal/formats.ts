import addFormats from 'ajv-formats';
import type Ajv2020 from 'ajv/dist/2020';
import { documentOf } from '@repasse/values/check-digits/documents';
import { dayOf, momentOf } from '@repasse/values/moment';
import { httpAddressOf } from '@repasse/values/texts/http-address';
import { comparableMailAddressOf, mailAddressOf } from '@repasse/values/texts/mail-address';
import { holderNameOf, visibleTextOf } from '@repasse/values/texts/visible-text';

/** Our own keyword, beside `format`: replaces the text by the spelling that handlers get. */
const keyword = 'x-repasse-spelling';

/**
 * The rule for each kind of text, one for all operations: the spelling in which it is stored and published, or undefined
 * where the text is none of its kind. `email` is as strict as the providers that get the address, `idn-email` is for
 * addresses that are only compared.
 */
const spellings: Readonly<Record<string, (text: string) => string | undefined>> = {
  'date-time': momentOf,
  uri: httpAddressOf,
  email: mailAddressOf,
  'idn-email': comparableMailAddressOf,
  'visible-text': visibleTextOf,
  'holder-name': holderNameOf,
  document: documentOf,
};

/** How requests are read beyond JSON Schema's own formats: no handler parses a text by other rules. */
export const addRequestFormats = (ajv: Ajv2020): void => {
  addFormats(ajv);
  ajv.addFormat('date', { type: 'string', validate: (text: string) => dayOf(text) !== undefined });
  for (const [format, spellingOf] of Object.entries(spellings)) {
    ajv.addFormat(format, { type: 'string', validate: (text: string) => spellingOf(text) !== undefined });
  }
  // Before lengths and patterns, which hold for what is stored: a host in ASCII is longer than it was written.
  ajv.addKeyword({ keyword, type: 'string', before: 'maxLength', modifying: true, validate: spell });
};

interface Place {
  readonly parentData: Record<string | number, unknown>;
  readonly parentDataProperty: string | number;
}

const spell = (format: string, text: string, _schema: unknown, place?: Place): boolean => {
  const spelled = spellings[format]?.(text);
  if (spelled !== undefined && place !== undefined) place.parentData[place.parentDataProperty] = spelled;
  return true;
};

/** A copy of a schema that replaces each value of such a format by its canonical spelling. */
export const withSpellings = <T>(value: T): T => {
  if (Array.isArray(value)) return value.map(withSpellings) as T;
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withSpellings<unknown>(inner)]));
  const { format } = copy;
  return (typeof format === 'string' && format in spellings ? { ...copy, [keyword]: format } : copy) as T;
};
