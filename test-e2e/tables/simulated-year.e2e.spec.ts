import { openDatabase, type Database } from '@repasse/chassis/postgres/database';
import { endRowsAt } from '@repasse/chassis/testing/end-rows';
import { keptTables, type KeptTable } from '@repasse/contracts';
import { signIn } from '../bench/load/merchant';
import { startWebhookReceiver } from '../bench/load/webhook-receiver';
import { journeyConsequences } from '../bench/measure/journeys';
import { openFollower } from '../bench/system/followers';
import { describeOn } from '../support/on-each-bus';
import { copyRows, keepOriginal } from './copied-rows';

/** The rows a table gets in a month of the year, whatever the month. */
const rowsAMonth = 1_000;
const months = 12;
/** By then every table that ends within a year holds as much as it ever will: the longest are kept for 120 days. */
const fullAfterMonths = 6;
/** Months have 28 to 31 days, and what is kept for days ends within another number of them. */
const spread = 1.25;

const testTimeoutMs = 120_000;

interface Ending {
  readonly database: string;
  readonly table: string;
  readonly by: string;
}

/** The rows and partitions of a table at the end of a month of a year. */
interface Standing {
  readonly rows: number;
  readonly bytes: number;
  readonly partitions: number;
}

const endsWithinAYear = (table: KeptTable): table is KeptTable & { readonly by: string } =>
  (table.ends === 'partitions' || table.ends === 'rows') && table.keptDays < 150;

const endings: readonly Ending[] = keptTables
  .filter(endsWithinAYear)
  .flatMap(({ table, by, in: databases }) => databases.map((database) => ({ database, table, by })));

describeOn('postgres', 'a simulated year', (stack) => {
  const opened = new Map<string, Database>();
  const standings = new Map<string, Standing[]>();
  const fetchBuffers: number[] = [];
  const nameOf = ({ database, table }: Ending): string => `${database}.${table}`;
  const dbOf = (database: string): Database => {
    const known = opened.get(database);
    if (known !== undefined) return known;
    const url = `${stack.file.postgresUrl}/repasse_${database.replaceAll('-', '_')}`;
    const db = openDatabase({ url, name: 'year', poolMax: 1 });
    opened.set(database, db);
    return db;
  };

  const standingOf = async ({ database, table }: Ending): Promise<Standing> => {
    const db = dbOf(database);
    await db.query(`vacuum ${table}`);
    const [row] = await db.query<Standing>(
      `select (select count(*)::integer from ${table}) as rows,
        (select coalesce(sum(pg_total_relation_size(relid)), pg_total_relation_size('${table}'))::bigint
         from pg_partition_tree('${table}')) as bytes,
        (select count(*)::integer from pg_partition_tree('${table}') where isleaf) as partitions`,
    );
    if (row === undefined) throw new Error('A count returned no row.');
    return row;
  };

  /** Pages that a reader of the log looks at for its next messages, whichever month they are of. */
  const buffersOfFetch = async (): Promise<number> => {
    const [row] = await dbOf('bus').query<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }>(`
      explain (analyze, buffers, format json)
      select * from bus_messages
      where (topic, partition) = (select topic, partition from bus_messages order by published_at desc limit 1)
        and "offset" >= 0 order by "offset" limit 1`);
    const plan = row?.['QUERY PLAN'][0]?.Plan ?? {};
    return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
  };

  const live = async (month: number): Promise<void> => {
    const now = new Date();
    const from = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + month, 1));
    const until = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + month + 1, 1));
    const days = (until.getTime() - from.getTime()) / 86_400_000;
    for (const ending of endings) {
      const copies = { ...ending, from, days, count: rowsAMonth, round: month };
      await copyRows(dbOf(ending.database), copies);
    }
    for (const database of new Set(endings.map((each) => each.database))) {
      await endRowsAt(dbOf(database), database, until);
    }
    for (const ending of endings) {
      const list = standings.get(nameOf(ending)) ?? [];
      standings.set(nameOf(ending), [...list, await standingOf(ending)]);
    }
    fetchBuffers.push(await buffersOfFetch());
  };

  beforeAll(async () => {
    const receiver = await startWebhookReceiver();
    const follower = await openFollower(stack.file);
    const merchant = await signIn(stack.file, receiver);
    const since = await follower.mark();
    await merchant.journey();
    for (const type of journeyConsequences) await follower.awaitEvents(since, type, 1);
    merchant.close();
    await Promise.all([follower.close(), receiver.stop()]);
    for (const { database, table } of endings) await keepOriginal(dbOf(database), table);
    for (let month = 0; month <= months; month += 1) await live(month);
  }, testTimeoutMs);

  afterAll(async () => {
    await Promise.all([...opened.values()].map((db) => db.close()));
  });

  it('fills the tables that a PIX journey writes and that end by age', () => {
    const filled = [...standings]
      .filter(([, list]) => list.some(({ rows }) => rows >= rowsAMonth))
      .map(([name]) => name);

    expect(filled).toEqual(
      expect.arrayContaining([
        'bus.bus_messages',
        'payment-gateway.provider_calls',
        'payment-gateway.callback_inbox',
        'payment-gateway.ended_charges',
      ]),
    );
  });

  it('leaves each of them as large after a year as it was after half of it', () => {
    const grown = [...standings].flatMap(([name, list]) => {
      const [half, year] = [list[fullAfterMonths], list[months]];
      if (half === undefined || year === undefined) return [`${name} was not measured`];
      const limit = (of: number): number => of * spread + 8_192;
      return year.rows > half.rows * spread + 100 || year.bytes > limit(half.bytes)
        ? [`${name}: ${JSON.stringify(half)} became ${JSON.stringify(year)}`]
        : [];
    });

    expect(grown).toEqual([]);
  });

  it('makes as many partitions as it drops', () => {
    const log = standings.get('bus.bus_messages')?.map(({ partitions }) => partitions) ?? [];

    expect(Math.max(...log)).toBeLessThanOrEqual(9);
    expect(Math.abs((log[months] ?? 0) - (log[fullAfterMonths] ?? 0))).toBeLessThanOrEqual(1);
  });

  it('lets a reader of the log look at no more pages than half a year before', () => {
    const [half = 0, year = Infinity] = [fetchBuffers[fullAfterMonths], fetchBuffers[months]];

    expect(half).toBeGreaterThan(0);
    expect(year).toBeLessThanOrEqual(half * spread + 20);
  });
});
