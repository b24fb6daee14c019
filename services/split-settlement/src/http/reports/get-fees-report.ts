import { type Operation } from '@repasse/chassis/http/app';
import { csvResponse, wantsCsv } from '@repasse/chassis/http/csv';
import { amountCell, csvOf, type CsvColumns } from '@repasse/values/csv';
import { formatAmount } from '@repasse/values/money';
import { type Database } from '@repasse/chassis/postgres/database';
import { readFees, type MonthlyFees } from '../../store/reports/read-fees';
import { callerOf } from '@repasse/chassis/auth/caller';
import { userAskedFor } from '@repasse/chassis/http/user-asked-for';
import { monthPeriodFaults } from '../checks/period';
import { type PeriodQuery } from '../requests/period';
import { csvStyleOf, methodCell } from '../wire/csv-style';

/** A year: it reads every payment of its months. */
const feesMonthsMax = 12;

/** GET /reports/fees: what the platform took of a user's payments, by month and method. */
export const getFeesReport = (db: Database): Operation<unknown, PeriodQuery> => ({
  check: ({ query }, faulty) => monthPeriodFaults(query, feesMonthsMax, faulty),
  handle: async (request) => {
    const { from, to, user_id } = request.query;
    const userId = userAskedFor(callerOf(request), user_id);
    const found = await readFees(db.until(request.signal), { userId, from, to });
    if (wantsCsv(request)) {
      const style = csvStyleOf(request);
      return csvResponse(`fees-${userId}-${from}-${to}`, csvOf(columns, found, style));
    }
    return { status: 200, body: { userId, from, to, data: found.map(view) } };
  },
});

const view = (fees: MonthlyFees) => ({
  month: fees.month,
  paymentMethod: fees.paymentMethod,
  currency: fees.currency,
  payments: fees.paymentCount,
  grossAmount: text(fees.grossMinor, fees),
  feeAmount: text(fees.feeMinor, fees),
});

const columns: CsvColumns<MonthlyFees> = {
  month: ({ month }) => month,
  paymentMethod: ({ paymentMethod }) => methodCell(paymentMethod),
  currency: ({ currency }) => currency,
  payments: ({ paymentCount }) => paymentCount,
  grossAmount: (fees) => amountCell(text(fees.grossMinor, fees)),
  feeAmount: (fees) => amountCell(text(fees.feeMinor, fees)),
};

const text = (minor: number, { currency }: MonthlyFees): string => formatAmount(minor, currency);
