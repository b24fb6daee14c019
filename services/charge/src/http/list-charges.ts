import { toIso } from '@repasse/chassis/clock';
import { type ApiRequest, type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { csvLocaleOf, csvResponse, wantsCsv } from '@repasse/chassis/http/csv';
import { csvOf } from '@repasse/values/csv';
import { cursorList, momentCursor } from '@repasse/chassis/http/cursor-list';
import { exponentOf, parseDecimal } from '@repasse/values/money';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type operations } from '@repasse/contracts/generated/http/charge';
import { chargeCurrency } from '../domain/charge.terms';
import { countCharges, listCharges, type ChargeFilter, type Position } from '../store/reads/charges-by-merchant';
import { findPayingAttempts } from '../store/reads/attempts';
import { type ChargeView } from '../store/reads/charges';
import { findChargeIds } from '../store/reads/search/find-charge-ids';
import { readableUserIdOf } from './caller';
import { type ReadDependencies } from './reading';
import { chargeBody } from './wire/charge-body';
import { chargeColumns, chargeHeadings, chargeRowsOf } from './wire/charge-csv';

type Query = NonNullable<operations['listCharges']['parameters']['query']>;

/** GET /charge/list: by page as the specification has it, or by cursor, which stays right while charges are made. */
export const listChargesOfMerchant = ({ db, clock }: ReadDependencies): Operation<unknown, Query> => ({
  check: ({ query }, faulty) => cursors.faultsOf(query.cursor, faulty),
  handle: async (request) => {
    const { page = 1, limit = 10, cursor } = request.query;
    const now = toIso(clock.now());
    const filter = await filterOf(db, readableUserIdOf(request, request.query.user_id), now, request.query);
    const place = { limit: limit + 1, after: cursors.after(cursor), offset: (page - 1) * limit };
    const [found, total] = await Promise.all([listCharges(db, filter, place), countCharges(db, filter)]);
    if (wantsCsv(request)) return csvOfPage(db, request, found, now);
    const { data, pagination } = cursors.pageOf(found, limit, (charge) => chargeBody(charge, now));
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
  const { data: charges, pagination } = cursors.pageOf(found, limit, (charge) => charge);
  const attempts = await findPayingAttempts(db, charges);
  const style = { locale: csvLocaleOf(request), headings: chargeHeadings };
  const csv = csvOf(chargeColumns, chargeRowsOf(charges, attempts, now), style);
  return csvResponse('charges', csv, pagination.nextCursor);
};

const filterOf = async (
  db: Tx,
  userId: number,
  now: string,
  { status, externalReference, from, to, query, amount }: Query,
): Promise<ChargeFilter> => ({
  ...{ userId, now, status, externalReference, from, to },
  // The description has checked the form of the amount.
  amountMinor: amount === undefined ? undefined : parseDecimal(amount, exponentOf(chargeCurrency)),
  chargeIds: query === undefined ? undefined : await findChargeIds(db, userId, query),
});

const cursors = cursorList(
  momentCursor<Position>({
    idForm: /^ch_[0-9A-HJKMNP-TV-Z]{26}$/,
    write: ({ created_at, charge_id }) => [created_at, charge_id],
    read: (created_at, charge_id) => ({ created_at, charge_id }),
  }),
);
