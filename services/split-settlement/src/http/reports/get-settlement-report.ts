import { toIso, type Clock } from '@repasse/chassis/clock';
import { type Operation } from '@repasse/chassis/http/app';
import { csvResponse, wantsCsv } from '@repasse/chassis/http/csv';
import { amountCell, csvOf, type CsvColumns, type CsvLocale } from '@repasse/values/csv';
import { type Database } from '@repasse/chassis/postgres/database';
import { dayAt, endOfDay } from '@repasse/values/brasilia-time';
import { keepDayReport } from '../../store/reports/day-reports';
import { keptSettlementDay } from '../../store/reports/kept-reports';
import { readSettlementDay, type CountedSum, type SettlementLine } from '../../store/reports/read-settlement-day';
import { timeFaults } from '../checks/period';
import { amountTextIn, type AmountText } from '../wire/amount-text';
import { csvStyleOf, methodCell } from '../wire/csv-style';

interface SettlementQuery {
  readonly date: string;
  readonly format?: 'json' | 'csv';
  readonly locale?: CsvLocale;
}

/** GET /reports/settlement: a day of each provider account, for staff to reconcile with the provider's own statement. */
export const getSettlementReport = (db: Database, clock: Clock): Operation<unknown, SettlementQuery> => ({
  check: ({ query }, faulty) => timeFaults('date', { asked: query.date, current: dayAt(toIso(clock.now())) }, faulty),
  handle: async (request) => {
    const { date } = request.query;
    const now = toIso(clock.now());
    const isClosed = endOfDay(date) <= now;
    const wanted = db.until(request.signal);
    const { lines } = isClosed
      ? await keptSettlementDay(wanted, await keepDayReport(wanted, null, date, now))
      : await readSettlementDay(wanted, date);
    if (wantsCsv(request)) {
      const style = csvStyleOf(request);
      return csvResponse(`settlement-${date}`, csvOf(columns, lines, style));
    }
    return { status: 200, body: { date, isClosed, lines: lines.map(lineView) } };
  },
});

const nothing: CountedSum = { count: 0, amountMinor: 0 };

const lineView = (line: SettlementLine): object => {
  const text = textOf(line);
  const view = ({ count, amountMinor }: CountedSum) => ({ count, amount: text(amountMinor) });
  return {
    paymentMethod: line.paymentMethod,
    currency: line.currency,
    received: view(line.received),
    surplus: view(line.surplus),
    refunded: view(line.refunded),
    disputesOpened: view(line.disputesOpened),
    disputesWon: view(line.disputesWon),
    disputesLost: view(line.disputesLost),
    paidOut: view(line.paidOut),
    returned: view(line.returned ?? nothing),
    openingBalance: text(line.openingMinor),
    movement: text(line.closingMinor - line.openingMinor),
    closingBalance: text(line.closingMinor),
  };
};

const counted = (name: string, of: (line: SettlementLine) => CountedSum): CsvColumns<SettlementLine> => ({
  [`${name}Count`]: (line) => of(line).count,
  [`${name}Amount`]: (line) => amountCell(textOf(line)(of(line).amountMinor)),
});

const columns: CsvColumns<SettlementLine> = {
  paymentMethod: ({ paymentMethod }) => methodCell(paymentMethod),
  currency: ({ currency }) => currency,
  ...counted('received', ({ received }) => received),
  ...counted('surplus', ({ surplus }) => surplus),
  ...counted('refunded', ({ refunded }) => refunded),
  ...counted('disputesOpened', ({ disputesOpened }) => disputesOpened),
  ...counted('disputesWon', ({ disputesWon }) => disputesWon),
  ...counted('disputesLost', ({ disputesLost }) => disputesLost),
  ...counted('paidOut', ({ paidOut }) => paidOut),
  openingBalance: (line) => amountCell(textOf(line)(line.openingMinor)),
  movement: (line) => amountCell(textOf(line)(line.closingMinor - line.openingMinor)),
  closingBalance: (line) => amountCell(textOf(line)(line.closingMinor)),
  ...counted('returned', ({ returned }) => returned ?? nothing),
};

const textOf = ({ currency }: SettlementLine): AmountText => amountTextIn(currency);
