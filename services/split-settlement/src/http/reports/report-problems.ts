import { ProblemError } from '@repasse/chassis/http/problem';
import { ReportTooLarge } from '../../store/reports/too-large';

/** Runs what makes a report; one that would be too large is the caller's to mend. */
export const withinLimit = async <T>(make: () => Promise<T>): Promise<T> => {
  try {
    return await make();
  } catch (fault) {
    if (!(fault instanceof ReportTooLarge)) throw fault;
    throw new ProblemError({
      status: 400,
      code: 'report.too_large',
      detail: `There are more than ${fault.entriesMax} entries. Ask for fewer days, or page through GET /ledger/entries.`,
      extra: { retryable: false },
    });
  }
};
