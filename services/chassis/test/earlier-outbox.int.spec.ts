import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase, type Database } from '../src/postgres/database';
import { chassisMigrations, migrate } from '../src/postgres/migrate';
import { requireSchema } from '../src/postgres/require-schema';
import { createTestDatabase, type TestDatabase } from '../src/testing/postgres';

/** As they were before 24 November 2026, when the first file of the outbox was edited. */
const textOf = (file: string): string => readFileSync(join(__dirname, 'fixtures/outbox-of-23-november', file), 'utf8');
const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const sets = [chassisMigrations.outbox];

let database: TestDatabase;
let db: Database;

beforeEach(async () => {
  database = await createTestDatabase('earlier_outbox');
  db = openDatabase({ url: database.url, name: 'earlier-outbox' });
  await db.query('create table schema_files (name text primary key, checksum text not null)');
  for (const [name, file] of [
    ['outbox/0001-outbox.sql', '0001-outbox.sql'],
    ['outbox/functions/publish-events.sql', 'publish-events.sql'],
  ] as const) {
    await db.query(textOf(file));
    await db.query('insert into schema_files (name, checksum) values ($1, $2)', [name, digestOf(textOf(file))]);
  }
});
afterEach(async () => {
  await db.close();
  await database.drop();
});

const event = {
  topic: 't.v1',
  aggregateid: 'a',
  type: 'x',
  headers: '{"ce_id":"e1"}',
  payload: {},
  behind: 0,
  count: 1,
};

it('a database whose outbox was made by the earlier text comes to that of today, with the events that wait in it', async () => {
  await db.query('select publish_events($1, $2)', [['a'], JSON.stringify([event])]);
  await expect(requireSchema(db, sets)).rejects.toMatchObject({ code: 'database.migrations_missing' });

  await migrate(db, sets);
  await requireSchema(db, sets);

  const next = { ...event, headers: { ce_id: 'e2' } };
  await db.query('select publish_events($1, $2)', [['a'], JSON.stringify([next])]);
  expect(await db.query('select id, position, headers from outbox order by id')).toEqual([
    { id: 1, position: 1, headers: { ce_id: 'e1' } },
    { id: 2, position: 2, headers: { ce_id: 'e2' } },
  ]);
});

it('an outbox without rows, or that was made by the text of today, is left as it is', async () => {
  await migrate(db, sets);
  await db.query('select publish_events($1, $2)', [['a'], JSON.stringify([{ ...event, headers: { ce_id: 'e1' } }])]);

  expect(await db.query('select position from outbox')).toEqual([{ position: 1 }]);
});
