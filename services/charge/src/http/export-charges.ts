import { toIso } from '@repasse/chassis/clock';
import { type Operation } from '@repasse/chassis/http/app';
import { csvLocaleOf, csvResponse } from '@repasse/chassis/http/csv';
import { textStream } from '@repasse/chassis/http/text-stream';
import { type Logger } from '@repasse/chassis/log/logger';
import { type Database, type Tx } from '@repasse/chassis/postgres/database';
import { csvHead, csvRows, type CsvStyle } from '@repasse/values/csv';
import { findPayingAttempts } from '../store/reads/attempts';
import { type ChargeView } from '../store/reads/charges';
import { eachCharge } from '../store/reads/charges-by-merchant';
import { readableUserIdOf } from './caller';
import { chargeFilterFaults } from './charge-filter-faults';
import { type ReadDependencies } from './reading';
import { filterOf, orderOf, type ChargeQuery } from './requests/charge-filter';
import { chargeColumns, chargeHeadings, chargeRowsOf } from './wire/charge-csv';

export type ExportChargesDependencies = ReadDependencies & { readonly db: Database; readonly log: Logger };

/** GET /charge/list.csv: all that the filters of the list find, in its order, sent while it is read. */
export const exportCharges = ({ db, clock, log }: ExportChargesDependencies): Operation<unknown, ChargeQuery> => ({
  check: ({ query }, faulty) => chargeFilterFaults(query, faulty),
  handle: async (request) => {
    const { query } = request;
    const now = toIso(clock.now());
    const wanted = db.until(request.signal);
    const filter = await filterOf(wanted, readableUserIdOf(request, query.user_id), now, query);
    const style = { locale: csvLocaleOf(request), headings: chargeHeadings };
    const pieces = eachCharge(wanted, filter, orderOf(query));
    return csvResponse('charges', textStream(csvPieces(wanted, pieces, style, now), log));
  },
});

async function* csvPieces(
  db: Tx,
  pieces: AsyncIterable<readonly ChargeView[]>,
  style: CsvStyle,
  now: string,
): AsyncGenerator<string> {
  yield csvHead(chargeColumns, style);
  for await (const charges of pieces) {
    const attempts = await findPayingAttempts(db, charges);
    yield csvRows(chargeColumns, chargeRowsOf(charges, attempts, now), style);
  }
}
