import { toIso } from '@repasse/chassis/clock';
import { type ApiRequest, type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { csvLocaleOf, csvResponse, wantsCsv } from '@repasse/chassis/http/csv';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type operations } from '@repasse/contracts/generated/http/charge';
import { csvOf } from '@repasse/values/csv';
import { listCharges } from '../store/reads/charges-by-merchant';
import { countCharges } from '../store/reads/count-charges';
import { findPayingAttempts } from '../store/reads/attempts';
import { type ChargeView } from '../store/reads/charges';
import { readableUserIdOf } from './caller';
import { cursorFaults, cursorsIn } from './charge-cursors';
import { chargeFilterFaults } from './charge-filter-faults';
import { type ReadDependencies } from './reading';
import { filterOf, orderOf } from './requests/charge-filter';
import { chargeBody } from './wire/charge-body';
import { chargeColumns, chargeHeadings, chargeRowsOf } from './wire/charge-csv';

type Query = NonNullable<operations['listCharges']['parameters']['query']>;

/** GET /charge/list: by page as the specification has it, or by cursor, which stays right while charges are made. */
export const listChargesOfMerchant = ({ db, clock }: ReadDependencies): Operation<unknown, Query> => ({
  check: ({ query }, faulty) => [
    ...cursorFaults(query.cursor, orderOf(query), faulty),
    ...chargeFilterFaults(query, faulty),
  ],
  handle: async (request) => {
    const { page = 1, limit = 10, cursor } = request.query;
    const now = toIso(clock.now());
    const filter = await filterOf(db, readableUserIdOf(request, request.query.user_id), now, request.query);
    const order = orderOf(request.query);
    const place = { limit: limit + 1, after: cursorsIn(order).after(cursor), offset: (page - 1) * limit, order };
    const [found, total] = await Promise.all([listCharges(db, filter, place), countCharges(db, filter, order)]);
    if (wantsCsv(request)) return csvOfPage(db, request, found, now);
    const { data, pagination } = cursorsIn(order).pageOf(found, limit, (charge) => chargeBody(charge, now));
    return {
      status: 200,
      body: { data, pagination: { page, total, totalPages: Math.ceil(total / limit), ...pagination } },
    };
  },
});

const csvOfPage = async (
  db: Tx,
  request: ApiRequest<unknown, Query>,
  found: readonly ChargeView[],
  now: string,
): Promise<ApiResponse> => {
  const { limit = 10 } = request.query;
  const cursors = cursorsIn(orderOf(request.query));
  const { data: charges, pagination } = cursors.pageOf(found, limit, (charge) => charge);
  const attempts = await findPayingAttempts(db, charges);
  const style = { locale: csvLocaleOf(request), headings: chargeHeadings };
  const csv = csvOf(chargeColumns, chargeRowsOf(charges, attempts, now), style);
  return csvResponse('charges', csv, pagination.nextCursor);
};
