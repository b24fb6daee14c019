import addFormats from 'ajv-formats';
import type Ajv2020 from 'ajv/dist/2020';
import { dayOf, momentOf } from '../moment';

/** Our own keyword, beside `format`: replaces the text by the spelling that handlers get. */
const keyword = 'x-repasse-spelling';

/** As lenient as mail itself: `user@localhost`, addresses in any script, a quoted local part with blanks. */
const couldBeAddress = /^(?:"[^"\p{Cc}]+"|[^\s@"\p{Cc}]+)@[^\s@\p{Cc}.]+(?:\.[^\s@\p{Cc}.]+)*\.?$/u;

const trimmed = (text: string): string => text.trim();

/** The canonical spelling of a text, where a format allows several. */
const spellings: Readonly<Record<string, (text: string) => string | undefined>> = {
  'date-time': momentOf,
  email: trimmed,
  'idn-email': trimmed,
};

/**
 * How requests are read beyond JSON Schema's own formats. A moment reaches its handler in the spelling of events and
 * answers, so that no handler parses it by other rules. Blanks around an address are removed; `email` is as strict as
 * the providers that get it, `idn-email` is for addresses that are only compared.
 */
export const addRequestFormats = (ajv: Ajv2020): void => {
  addFormats(ajv);
  const strict = ajv.formats['email'];
  ajv.addFormat('date', { type: 'string', validate: (text: string) => dayOf(text) !== undefined });
  ajv.addFormat('date-time', { type: 'string', validate: (text: string) => momentOf(text) !== undefined });
  ajv.addFormat('email', (text: string) => strict instanceof RegExp && strict.test(text.trim()));
  ajv.addFormat('idn-email', (text: string) => couldBeAddress.test(text.trim()));
  ajv.addKeyword({ keyword, type: 'string', modifying: true, validate: spell });
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
