import { randomBytes } from 'node:crypto';
import { type AdminProgram } from '../src/admin/command';
import { resealCommand } from '../src/admin/reseal';
import { type NumberedKey } from '../src/config/internal/key-settings';
import { createSealedBox } from '../src/crypto/sealed-box';
import { type Database } from '../src/postgres/database';
import { chassisMigrations } from '../src/postgres/migrate';
import { callAdmin, callAdminJson } from '../src/testing/admin-call';
import { openTestDatabase } from '../src/testing/postgres';

const newKey = (number: number): NumberedKey => ({ number, key: randomBytes(32).toString('base64') });
const [first, second] = [newKey(1), newKey(2)];
const contextOf = (owner: string): string => `secret of ${owner}`;

let db: Database;
let keys: readonly NumberedKey[];

beforeEach(async () => {
  db = await openTestDatabase('reseal', [chassisMigrations.admin]);
  await db.query('create table secrets (id bigint primary key, owner text not null, sealed bytea not null)');
  const box = createSealedBox(() => [first]);
  // More than one batch.
  const rows = Array.from({ length: 1_201 }, (_, id) => [
    id,
    `owner-${id}`,
    box.seal(`plain-${id}`, contextOf(`owner-${id}`)),
  ]);
  await db.query(
    'insert into secrets (id, owner, sealed) select * from unnest($1::bigint[], $2::text[], $3::bytea[])',
    [...[0, 1, 2].map((column) => rows.map((row) => row[column]))],
  );
});
afterEach(() => db.close());

const program: AdminProgram<object> = {
  service: 'vault',
  migrations: [],
  loadConfig: () => ({}),
  commands: [
    resealCommand(
      () => createSealedBox(() => keys),
      [
        {
          ...{ table: 'secrets', column: 'sealed', primaryKey: 'id', boundBy: ['owner'] },
          contextOf: ({ owner }) => contextOf(String(owner)),
        },
      ],
    ),
  ],
};
const signed = ['--apply', '--by', 'Rita', '--why', 'a key was seen in a log'];
const env = () => ({ POSTGRES_URL: db.url, BUS_POSTGRES_URL: db.url });
const opened = async (box = createSealedBox(() => keys)) => {
  const rows = await db.query<{ id: number; owner: string; sealed: Buffer }>('select * from secrets order by id');
  return rows.map(({ owner, sealed }) => box.open(sealed, contextOf(owner)));
};
const plain = Array.from({ length: 1_201 }, (_, id) => `plain-${id}`);

describe('sealing anew', () => {
  it('says how many rows another key has sealed, and leaves them', async () => {
    keys = [second, first];
    const { rows, summary } = await callAdminJson(program, env(), ['reseal']);

    expect(rows).toEqual([{ table: 'secrets', toSeal: 1_201 }]);
    expect(summary).toContain('Would seal 1201 rows anew.');
    keys = [first];
    expect(await opened()).toEqual(plain);
  });

  it('makes the former key needless, and has nothing to do a second time', async () => {
    keys = [second, first];
    const { exitCode } = await callAdmin(program, env(), ['reseal', ...signed]);
    const again = await callAdminJson(program, env(), ['reseal', ...signed]);
    keys = [second];

    expect([exitCode, again.summary]).toEqual([0, '0 rows were sealed with the key in use.']);
    expect(await opened()).toEqual(plain);
    expect(await callAdminJson(program, env(), ['steps'])).toMatchObject({ rows: [{ by: 'Rita' }, { by: 'Rita' }] });
  });

  it('names a row whose key is not listed', async () => {
    keys = [second];
    const { exitCode, told } = await callAdmin(program, env(), ['reseal', ...signed]);

    expect([exitCode, told]).toEqual([3, expect.stringContaining('secrets 0 was sealed with a key that')]);
  });
});
