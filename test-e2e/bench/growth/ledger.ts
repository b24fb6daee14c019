import { eventually } from '@repasse/chassis/testing/eventually';
import { addDays, dayAt } from '@repasse/values/brasilia-time';
import { loadLedger } from './load-ledger';
import { type Room } from './room';

const today = dayAt(new Date());
const dayBefore = (days: number): string => addDays(today, -days);
const yesterday = dayBefore(1);
const inAYear = addDays(today, 365);
const lastMonth = dayBefore(Number(today.slice(8)) + 1).slice(0, 7);
const monthsAgo = dayBefore(330).slice(0, 7);

const entries = '/ledger/entries';
const chargeOf = (charges: number, round: number): string =>
  `ch_${(2 * (1 + ((round * 7919) % (charges / 2 - 1)))).toString(16).toUpperCase().padStart(26, '0')}`;

const openDay = 'reads the entries of the day that has not closed';

/** Adding up a year of days, and the reports of one day of 250 users. */
const settleTimeoutMs = 600_000;

/** A page of them. */
const sellers = Array.from({ length: 50 }, (_, n) => 2_000 + n).join(',');

export const ledger: Room = {
  service: 'split-settlement',
  scopes: ['balance:read'],
  env: {},
  load: loadLedger,
  settled: async (db) => {
    await eventually(
      async () => {
        const [row] = await db.query<{ isDone: boolean }>(
          `select exists (select from day_reports where user_id is null) and summed_until >= $1::date
                  and read_all_at is not null as "isDone"
           from summed_days, ledger_proof`,
          [today],
        );
        return row?.isDone === true;
      },
      { timeoutMs: settleTimeoutMs, everyMs: 250 },
    );
  },
  cases: [
    { name: 'payouts: attention', path: () => '/attention/payouts' },
    { name: 'money of sellers', path: () => `/sellers/money?user_ids=${sellers}`, profile: 'OPERATOR' },
    { name: 'balance', path: () => '/balance' },
    { name: 'entries: page 1', path: () => entries },
    { name: 'entries of a reason', path: () => `${entries}?kind=FEE` },
    { name: 'entries of a rare reason', path: () => `${entries}?kind=DISPUTE_LOSS` },
    { name: 'entries of a reason never used', path: () => `${entries}?kind=DEBT_REPAYMENT` },
    { name: 'entries of a kind never used', path: () => `${entries}?transactionKind=PAYMENT_RECEIVED` },
    { name: 'entries of an empty account', path: () => `${entries}?account=SURPLUS` },
    {
      name: 'entries of a time',
      path: () => `${entries}?from=${dayBefore(200)}T00:00:00Z&to=${dayBefore(170)}T00:00:00Z`,
    },
    { name: 'entries of a charge', path: (charges, round) => `${entries}?chargeId=${chargeOf(charges, round)}` },
    { name: 'withdrawals: page 1', path: () => '/withdrawals' },
    { name: 'withdrawals: none failed', path: () => '/withdrawals?status=FAILED' },
    { name: 'settlement of a charge', path: (charges, round) => `/settlements/${chargeOf(charges, round)}` },
    { name: 'refund preview', path: (charges) => `/settlements/${chargeOf(charges, 3)}/refund-preview?amount=10.00` },
    { name: 'receivables of a year', path: () => `/receivables?from=${today}&to=${inAYear}` },
    {
      name: 'fees of a year',
      path: () => `/reports/fees?from=${monthsAgo}&to=${today.slice(0, 7)}`,
      exception: openDay,
    },
    { name: 'closing of a month', path: () => `/reports/closing?month=${lastMonth}` },
    {
      ...{ name: 'statement of a day', path: () => `/reports/statement?from=${yesterday}&to=${yesterday}` },
      exception: 'as long as its entries',
    },
    {
      ...{ name: 'kept report of a day', path: () => `/reports/days/${yesterday}` },
      exception: 'as long as its entries',
    },
    { name: 'settlement of a closed day', path: () => `/reports/settlement?date=${yesterday}`, profile: 'OPERATOR' },
    {
      ...{ name: 'settlement of the open day', path: () => `/reports/settlement?date=${today}`, profile: 'OPERATOR' },
      exception: openDay,
    },
    { name: 'ledger check', path: () => '/ledger/check', profile: 'OPERATOR' },
  ],
};
