import { type CsvLocale } from '@repasse/values/csv';

export interface Period {
  readonly from: string;
  readonly to: string;
}

/** The query of a report of a period: on the caller's own books, or for staff on those of a named user. */
export type PeriodQuery<Format extends string = 'json' | 'csv'> = Period & {
  readonly user_id?: number;
  readonly format?: Format;
  readonly locale?: CsvLocale;
};
