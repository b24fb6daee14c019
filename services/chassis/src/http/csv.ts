import { type Readable } from 'node:stream';
import { type CsvLocale } from '@repasse/values/csv';
import { preferredLanguages } from '@repasse/values/texts/languages';
import { type ApiRequest, type ApiResponse } from './app';

interface CsvQuery {
  readonly format?: string | undefined;
  readonly locale?: CsvLocale | undefined;
}

type CsvRequest = Pick<ApiRequest<unknown, CsvQuery>, 'query' | 'headers'>;

/** Whether the caller asks for CSV: `format` decides where it is sent, else the header Accept. */
export const wantsCsv = ({ query, headers }: CsvRequest): boolean =>
  query.format === undefined ? /\btext\/csv\b/i.test(headers.accept ?? '') : query.format === 'csv';

/** In which form: `locale` decides where it is sent, else the language that Accept-Language prefers. */
export const csvLocaleOf = ({ query, headers }: CsvRequest): CsvLocale =>
  query.locale ?? (preferredLanguages(headers['accept-language'])[0] === 'pt' ? 'pt-BR' : 'en');

/** An answer that a browser saves under this name. Of a list it is one page, like the JSON: a header has the next one's cursor. */
export const csvResponse = (
  name: string,
  content: string | Readable,
  nextCursor: string | null = null,
): ApiResponse => ({
  status: 200,
  ...(typeof content === 'string' ? { body: content } : { stream: content }),
  contentType: 'text/csv; charset=utf-8; header=present',
  headers: {
    'Content-Disposition': `attachment; filename="${name}.csv"`,
    ...(nextCursor !== null && { 'Repasse-Next-Cursor': nextCursor }),
  },
});
