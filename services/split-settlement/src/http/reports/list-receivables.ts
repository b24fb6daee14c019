import { type Operation } from '@repasse/chassis/http/app';
import { csvResponse, wantsCsv } from '@repasse/chassis/http/csv';
import { amountCell, csvOf, type CsvColumns } from '@repasse/values/csv';
import { formatAmount, sumMinor } from '@repasse/values/money';
import { type Database } from '@repasse/chassis/postgres/database';
import { reportCurrency } from '../../store/reports/day-reports';
import { readReceivables, type Receivable } from '../../store/reports/read-receivables';
import { callerOf } from '@repasse/chassis/auth/caller';
import { userAskedFor } from '@repasse/chassis/http/user-asked-for';
import { periodFaults } from '../checks/period';
import { type PeriodQuery } from '../requests/period';
import { csvStyleOf, methodCell } from '../wire/csv-style';
import { accountCell, accountNames } from '../wire/entry-view';

/** Further out than any instalment or reserve is planned. */
const receivablesDaysMax = 400;

/** GET /receivables: what is planned to become available, by day and method. */
export const listReceivables = (db: Database): Operation<unknown, PeriodQuery> => ({
  check: ({ query }, faulty) => periodFaults(query, receivablesDaysMax, faulty),
  handle: async (request) => {
    const { from, to, user_id } = request.query;
    const userId = userAskedFor(callerOf(request), user_id);
    const found = await readReceivables(db.until(request.signal), { userId, currency: reportCurrency, from, to });
    if (wantsCsv(request)) {
      const style = csvStyleOf(request);
      return csvResponse(`receivables-${userId}-${from}-${to}`, csvOf(columns, found, style));
    }
    const total = text(sumMinor(found.map(({ amountMinor }) => amountMinor)));
    return { status: 200, body: { userId, currency: reportCurrency, from, to, total, data: found.map(view) } };
  },
});

const text = (minor: number): string => formatAmount(minor, reportCurrency);

const view = (receivable: Receivable) => ({
  day: receivable.day,
  paymentMethod: receivable.paymentMethod,
  account: accountNames[receivable.source],
  count: receivable.count,
  amount: text(receivable.amountMinor),
});

const columns: CsvColumns<Receivable> = {
  day: ({ day }) => ({ day }),
  paymentMethod: ({ paymentMethod }) => methodCell(paymentMethod),
  account: ({ source }) => accountCell(source),
  count: ({ count }) => count,
  amount: ({ amountMinor }) => amountCell(text(amountMinor)),
  currency: () => reportCurrency,
};
