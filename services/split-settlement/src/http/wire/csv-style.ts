import { csvLocaleOf } from '@repasse/chassis/http/csv';
import { type PaymentMethod } from '@repasse/contracts';
import { type CsvStyle, type CsvValue } from '@repasse/values/csv';
import { headings, methodTexts } from './entry-texts';

/** How the caller wants a report as CSV. */
export const csvStyleOf = (request: Parameters<typeof csvLocaleOf>[0]): CsvStyle => ({
  locale: csvLocaleOf(request),
  headings,
});

export const methodCell = (method: PaymentMethod): CsvValue => ({ word: method, pt: methodTexts[method] });
