import { type Tx } from '@repasse/chassis/postgres/database';
import { type Statement } from '../../domain/statement';
import { ownerIs, reportCurrency, type DayReport } from './day-reports';
import { type SettlementDay } from './read-settlement-day';
import { readPiece, type StatementPiece } from './report-text';

/** The text of a kept report, part by part. */
export async function* keptText(tx: Tx, { owner, day, partCount }: DayReport): AsyncGenerator<string> {
  for (let part = 1; part <= partCount; part += 1) {
    const [row] = await tx.query<{ body: string }>(
      `select body from day_report_parts
       where day = $1 and ${ownerIs(owner)} and part = $3`,
      [day, owner, part],
    );
    if (row !== undefined) yield row.body;
  }
}

/** A user's kept report as a statement, which is read part by part. */
export const keptStatement = async (tx: Tx, userId: number, report: DayReport): Promise<Statement> => {
  const { day } = report;
  for await (const { openings } of keptPieces(tx, report)) {
    return {
      ...{ userId, currency: reportCurrency, from: day, to: day, openings },
      entries: async function* (account) {
        for await (const { entries } of keptPieces(tx, report)) {
          yield account === undefined ? entries : entries.filter(({ accountKind }) => accountKind === account);
        }
      },
    };
  }
  throw new Error(`The kept report of ${day} has no parts.`);
};

async function* keptPieces(tx: Tx, report: DayReport): AsyncGenerator<StatementPiece> {
  let part = 0;
  for await (const text of keptText(tx, report)) {
    part += 1;
    yield readPiece(text, { isFirst: part === 1, isLast: part === report.partCount });
  }
}

/** The platform's kept report. */
export const keptSettlementDay = async (tx: Tx, report: DayReport): Promise<SettlementDay> => {
  let text = '';
  for await (const part of keptText(tx, report)) text += part;
  return JSON.parse(text) as SettlementDay;
};
