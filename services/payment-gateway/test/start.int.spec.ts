import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { type Database, openDatabase } from '@repasse/chassis/postgres/database';
import { chassisMigrations } from '@repasse/chassis/postgres/migrate';
import { eventually } from '@repasse/chassis/testing/eventually';
import { createTestDatabase } from '@repasse/chassis/testing/postgres';
import { loadConfig } from '../src/config';
import { startPaymentGateway } from '../src/main';
import { migrations } from '../src/migrations';
import { type Bank, startBank } from './support/bank';
import { envOf } from './support/gateway';

let bank: Bank;
let neighbour: Server;

beforeAll(async () => {
  bank = await startBank();
  neighbour = createServer().listen(0, '127.0.0.1');
  await once(neighbour, 'listening');
});
afterAll(async () => {
  neighbour.close();
  await bank.stop();
});

const connections = async (db: Database): Promise<number> => {
  const sql = `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
  return (await db.query(sql)).length;
};

it('a gateway whose port is taken says so, and nothing it had begun goes on', async () => {
  const [own, bus] = await Promise.all([
    createTestDatabase('start_failed', migrations),
    createTestDatabase('start_failed_bus', [chassisMigrations.bus]),
  ]);
  const { port } = neighbour.address() as AddressInfo;
  const config = loadConfig({
    ...{ PORT: String(port), HOST: '127.0.0.1', POSTGRES_URL: own.url, BUS_POSTGRES_URL: bus.url, LOG_LEVEL: 'silent' },
    ...{ JWKS_URL: 'http://127.0.0.1:1/jwks', TOKEN_ISSUER: 'http://127.0.0.1:1' },
    ...{ FINGERPRINT_KEYS: '1:a-fingerprint-key-for-tests', SPLIT_SETTLEMENT_TOKEN: 'a-token-for-the-tests' },
    ...envOf(bank),
  });

  await expect(startPaymentGateway(config)).rejects.toThrow('EADDRINUSE');
  for (const { url } of [own, bus]) {
    const db = openDatabase({ url, name: 'test' });
    await eventually(async () => (await connections(db)) === 0);
    await db.close();
  }
  expect(bank.count('put_webhook')).toBe(0);
  await Promise.all([own.drop(), bus.drop()]);
});
