import { toIso, type Clock } from '@repasse/chassis/clock';
import { type Operation } from '@repasse/chassis/http/app';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type components, type operations } from '@repasse/contracts/generated/http/invoice-query';
import { addDays, dayAt } from '@repasse/values/brasilia-time';
import { formatMinor } from '@repasse/values/money';
import { readChargeDays, type ChargeDay } from '../store/charge-days';
import { userAskedFor } from './caller';

type Query = NonNullable<operations['getOverview']['parameters']['query']>;
type Overview = components['schemas']['Overview'];

/** Today among them. */
const daysShown = 30;

/** Charges are in reais only. */
const currency = 'BRL';

/** GET /overview: what the caller's charges brought, or for staff those of the user they name or of everybody. One statement. */
export const getOverview = (db: Tx, clock: Clock): Operation<unknown, Query> => ({
  handle: async (request) => {
    const now = clock.now();
    const to = dayAt(now);
    const from = addDays(to, 1 - daysShown);
    const days = await readChargeDays(db, userAskedFor(request, request.query.user_id), { from, to });
    const body: Overview = { from, to, currency, days: days.map(dayView), asOf: toIso(now) };
    return { status: 200, body };
  },
});

const dayView = (day: ChargeDay): Overview['days'][number] => ({
  day: day.day,
  paymentMethod: day.paymentMethod,
  paid: { count: day.paidCount, amount: formatMinor(day.paidMinor), fees: formatMinor(day.feeMinor) },
  refunded: { count: day.refundCount, amount: formatMinor(day.refundMinor) },
  failed: { count: day.failedCount },
});
