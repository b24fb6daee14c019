import { rowsOfParts, totalRow, type Table } from '../report/table';
import { publishedPer, readPublished } from '../sql/published';
import { bytesByTable, bytesPer } from '../sql/table-bytes';
import { type Bench } from './bench';
import { journeyConsequences } from './journeys';

/** Before the first reading, so that no table grows from nothing: its first page would be counted to few journeys. */
const journeysFirst = 104;
const journeys = 1_000;
const clients = 8;

/** The bytes that a PIX journey leaves in the tables of all databases, indexes and long values included, once vacuum has run. */
export const measureSizes = async (bench: Bench): Promise<readonly Table[]> => {
  const { postgresUrl } = bench.system.stack;
  const merchant = await bench.merchant();
  const run = async (count: number): Promise<void> => {
    const since = await bench.follower.mark();
    const client = async (): Promise<void> => {
      for (let done = 0; done < count / clients; done += 1) await merchant.journey();
    };
    await Promise.all(Array.from({ length: clients }, client));
    for (const type of journeyConsequences) await bench.follower.awaitEvents(since, type, count);
    await bench.follower.awaitQuiet();
  };
  await run(journeysFirst);
  const before = await bytesByTable(postgresUrl);
  const publishedBefore = await readPublished(postgresUrl);
  await run(journeys);
  const published = publishedPer(journeys, publishedBefore, await readPublished(postgresUrl));
  const after = await bytesByTable(postgresUrl);
  merchant.close();
  const rows = rowsOfParts([bytesPer(journeys, before, after)]);
  const total = totalRow('in all', rows);
  bench.report(`  sizes: ${((total.values[0] ?? 0) / 1_024).toFixed(1)} KiB a journey`);
  const largestFirst = [...rows].sort((a, b) => (b.values[0] ?? 0) - (a.values[0] ?? 0));
  return [
    {
      id: 'sizes',
      title: 'What one PIX journey leaves, by table',
      columns: ['bytes'],
      rows: [total, ...largestFirst],
      notes: ["The sandbox's tables stand for the world outside and are left out."],
    },
    {
      ...{ id: 'published', title: 'What one PIX journey publishes and logs', columns: ['a journey'] },
      rows: rowsOfParts([published]),
      notes: ["The log is PostgreSQL's, of all databases, the sandbox's among them."],
    },
  ];
};
