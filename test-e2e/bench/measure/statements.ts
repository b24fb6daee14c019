import { setTimeout as pause } from 'node:timers/promises';
import { openLoop } from '../load/open-loop';
import { type Merchant } from '../load/merchant';
import { rowsOfParts, totalRow, type Table } from '../report/table';
import { measureSql, sandboxDatabase, type IdleSql, type SqlPerUnit } from '../sql/measure-sql';
import { type Follower } from '../system/followers';
import { type Bench } from './bench';
import { journeyConsequences } from './journeys';

/** The first ones meet connections that are not open and statements that are not prepared. */
const journeysFirst = 5;
const journeysAlone = 20;
const chargesAlone = 20;
const loaded = { ratePerSecond: 40, durationMs: 8_000 };

/** What follows lazily, as telling the bus how far a consumer is, belongs to the work too. */
const afterwardsMs = 1_500;

/** Twenty of the statements that came most often: where to look next. */
const textsShown = 20;

/** Counts what the databases are asked, for one charge, one journey alone, and one of many. */
export const measureStatements = async (bench: Bench): Promise<readonly Table[]> => {
  const { stack, postgresLog } = bench.system;
  const merchant = await bench.merchant();
  await journeysOneByOne(journeysFirst, merchant, bench.follower);
  const sql = await measureSql(stack.postgresUrl, postgresLog);
  try {
    const charge = await sql.perUnit(() =>
      oneByOne(chargesAlone, () => merchant.createCharge(), bench.follower, ['repasse.charge.created.v1']),
    );
    const alone = await sql.perUnit(() => journeysOneByOne(journeysAlone, merchant, bench.follower));
    const underLoad = await sql.perUnit(() => journeysAtOnce(merchant, bench));
    bench.report(
      `  statements: journey alone ${alone.totalStatements.toFixed(0)}, loaded ${underLoad.totalStatements.toFixed(0)}`,
    );
    const measured = { charge, alone, underLoad };
    return [countsTable(measured), byDatabaseTable(measured), idleTable(sql.idle), textsTable(alone)];
  } finally {
    await sql.close();
    merchant.close();
  }
};

interface Measured {
  readonly charge: SqlPerUnit;
  readonly alone: SqlPerUnit;
  readonly underLoad: SqlPerUnit;
}

const countsTable = ({ charge, alone, underLoad }: Measured): Table => ({
  id: 'sql',
  title: 'What the databases are asked, for one of each',
  columns: ['statements', 'commits', 'commits that wait'],
  rows: [
    { name: 'a charge alone', values: countsOf(charge) },
    { name: 'a journey alone', values: countsOf(alone) },
    { name: `a journey at ${loaded.ratePerSecond}/s`, values: countsOf(underLoad) },
  ],
  notes: [
    'Commits that wait for the disk are counted as flushes of the log by connections; two at the same moment share one.',
  ],
});

const countsOf = ({ totalStatements, totalCommits, waitingCommits }: SqlPerUnit) => [
  totalStatements,
  totalCommits,
  waitingCommits,
];

const byDatabaseTable = ({ charge, alone, underLoad }: Measured): Table => {
  const columns = [charge, alone, underLoad].flatMap(({ statements, commits }) => [statements, commits]);
  const rows = rowsOfParts(columns);
  const own = rows.filter(({ name }) => name !== sandboxDatabase);
  const outside = rows.filter(({ name }) => name === sandboxDatabase);
  return {
    id: 'sql-by-database',
    title: 'The same by database',
    columns: [
      ...['charge: asked', 'charge: commits', 'alone: asked', 'alone: commits'],
      ...['loaded: asked', 'loaded: commits'],
    ],
    rows: [...own, totalRow('in all', own), ...outside],
    notes: ["The sandbox's stand for the world outside and are in no total."],
  };
};

const idleTable = ({ statementsPerSecond }: IdleSql): Table => {
  const rows = rowsOfParts([statementsPerSecond]);
  const columns = ['statements per second'];
  return { id: 'idle', title: 'What an idle system asks', columns, rows: [...rows, totalRow('in all', rows)] };
};

const textsTable = ({ byText }: SqlPerUnit): Table => ({
  id: 'sql-texts',
  title: 'The statements of a journey alone that come most often (polls of the time among them)',
  columns: ['per journey'],
  rows: byText.slice(0, textsShown).map(({ database, text, perUnit }) => ({
    name: `${database.replace('repasse_', '')}: ${text}`,
    values: [perUnit],
  })),
});

/** Journeys one after the other, each begun when all that the one before caused is over. */
export const journeysOneByOne = (journeys: number, merchant: Merchant, follower: Follower): Promise<number> =>
  oneByOne(journeys, () => merchant.journey(), follower, journeyConsequences);

const oneByOne = async (
  times: number,
  work: () => Promise<unknown>,
  follower: Follower,
  consequences: readonly string[],
): Promise<number> => {
  for (let done = 0; done < times; done += 1) {
    const since = await follower.mark();
    await work();
    await awaitAll(follower, since, consequences, 1);
  }
  await pause(afterwardsMs);
  return times;
};

const journeysAtOnce = async (merchant: Merchant, { follower, report }: Bench): Promise<number> => {
  const since = await follower.mark();
  const { completed, failed } = await openLoop(loaded, () => merchant.journey());
  await awaitAll(follower, since, journeyConsequences, completed);
  await pause(afterwardsMs);
  if (failed === 0) return completed;
  report(`  ${failed} journeys failed; what they asked is counted with the others`);
  await follower.awaitQuiet();
  return completed;
};

const awaitAll = async (follower: Follower, since: number, types: readonly string[], wanted: number): Promise<void> => {
  for (const type of types) await follower.awaitEvents(since, type, wanted);
};
