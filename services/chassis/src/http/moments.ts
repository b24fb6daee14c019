import type Ajv2020 from 'ajv/dist/2020';
import { dayOf, momentOf } from '../moment';

/** Our own, beside OpenAPI's `format: date-time`: replaces a moment by its one spelling, in UTC with milliseconds. */
const keyword = 'x-repasse-moment';

/**
 * The one reader of dates and times in requests: a moment reaches its handler in the spelling events and answers have,
 * however it was written, so that nobody reads it again by other rules.
 */
export const addMoments = (ajv: Ajv2020): void => {
  ajv.addFormat('date', { type: 'string', validate: (text: string) => dayOf(text) !== undefined });
  ajv.addFormat('date-time', { type: 'string', validate: (text: string) => momentOf(text) !== undefined });
  ajv.addKeyword({
    keyword,
    type: 'string',
    modifying: true,
    validate: (_schema: unknown, text: string, _parent: unknown, place?: Place) => {
      const moment = momentOf(text);
      if (moment !== undefined && place !== undefined) place.parentData[place.parentDataProperty] = moment;
      return true;
    },
  });
};

interface Place {
  readonly parentData: Record<string | number, unknown>;
  readonly parentDataProperty: string | number;
}

/** A copy of a schema in which whatever has the format of a moment is replaced by its one spelling. */
export const withMoments = <T>(value: T): T => {
  if (Array.isArray(value)) return value.map(withMoments) as T;
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withMoments<unknown>(inner)]));
  return (copy['format'] === 'date-time' ? { ...copy, [keyword]: true } : copy) as T;
};
