import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { serviceConfig, serviceSettings, type ServiceConfig } from '../src/config/service-config';
import { openSession } from '../src/postgres/session';
import { startConsumer } from '../src/consumer/consumer';
import { chassisMigrations } from '../src/postgres/migrate';
import { openBus, publishOutbox } from '../src/service/messaging';
import { startService } from '../src/service/start-service';
import { eventually } from '../src/testing/eventually';
import { createTestDatabase, type TestDatabase } from '../src/testing/postgres';

const topic = 'notes.v1';
const migrations = [chassisMigrations.outbox, chassisMigrations.consumer];

let database: TestDatabase;
let busDatabase: TestDatabase;
let config: ServiceConfig;

beforeEach(async () => {
  [database, busDatabase] = await Promise.all([
    createTestDatabase('start', migrations),
    createTestDatabase('start_bus', [chassisMigrations.bus]),
  ]);
  config = serviceConfig(
    {
      PORT: '0',
      POSTGRES_URL: database.url,
      BUS_POSTGRES_URL: busDatabase.url,
      JWKS_URL: 'http://127.0.0.1:1/jwks',
      TOKEN_ISSUER: 'http://127.0.0.1:1',
      LOG_LEVEL: 'silent',
    },
    serviceSettings({}),
  );
});
afterEach(async () => {
  await Promise.all([database.drop(), busDatabase.drop()]);
});

/** How many connections to the databases of the service are open. */
const connections = async (): Promise<number> => {
  const session = await openSession({ url: process.env['TEST_POSTGRES_URL'] ?? '', name: 'count' });
  const names = [database, busDatabase].map(({ url }) => new URL(url).pathname.slice(1));
  const rows = await session.query('select 1 from pg_stat_activity where datname = any($1)', [names]);
  await session.close();
  return rows.length;
};

describe('a service whose start fails', () => {
  it('stops what it had begun, last first, before it says why', async () => {
    const stopped: string[] = [];
    const starting = startService({ service: 'notes', config, migrations }, async (parts) => {
      publishOutbox(parts, await openBus(parts));
      parts.lifecycle.onStop('poll', () => stopped.push('poll'));
      parts.lifecycle.onStop('pages', () => stopped.push('pages'));
      throw new Error('the port is taken');
    });

    await expect(starting).rejects.toThrow('the port is taken');
    expect(stopped).toEqual(['pages', 'poll']);
    await eventually(async () => (await connections()) === 0);
  });

  it('leaves nothing open of a database that it could not bring up to date', async () => {
    const starting = startService({ service: 'notes', config, migrations: ['/no/such/folder'] }, async () => '');

    await expect(starting).rejects.toThrow('no such file');
    await eventually(async () => (await connections()) === 0);
  });

  it('has no consumer go on that could not subscribe', async () => {
    const order: string[] = [];
    const starting = startService({ service: 'notes', config, migrations }, async (parts) => {
      const { service, db, log, metrics } = parts;
      const query = async <R extends object>(sql: string, params?: readonly unknown[]): Promise<R[]> => {
        const rows = await db.query<R>(sql, params);
        order.push('looked for events that are held back');
        return rows;
      };
      const subscribe = async () => {
        await eventually(() => order.length > 0);
        throw new Error('the bus is away');
      };
      const deaf = { ...(await openBus(parts)), subscribe };
      const handle = () => Promise.resolve();
      const watched = { ...db, query };
      const consumptions = [{ topics: [topic], onPoison: 'park' as const, handle }];
      await startConsumer({ service, db: watched, bus: deaf, consumptions, waitsForDisk: true, log, metrics });
      return '';
    });
    await starting.catch((fault: unknown) => order.push(String(fault)));

    // A round looks for parked aggregates and for dead letters that were put back.
    expect(order.at(-1)).toBe('Error: the bus is away');
    expect([...new Set(order)]).toEqual(['looked for events that are held back', 'Error: the bus is away']);
  });
});

it('answers where a service is reached and stops it', async () => {
  const running = await startService({ service: 'notes', config, migrations }, async ({ db }) => {
    await db.query('select 1');
    return 'http://notes';
  });
  expect(running.url).toBe('http://notes');
  expect(await connections()).toBeGreaterThan(0);
  await running.stop();

  await eventually(async () => (await connections()) === 0);
});

it.each([
  ['an unknown host', (url: URL) => (url.hostname = 'nowhere.invalid'), 'POSTGRES_URL: no such host is known.'],
  [
    'a wrong user',
    (url: URL) => (url.username = 'nobody'),
    /^POSTGRES_URL: the server does not (accept|let) this user/,
  ],
])('names the variable of %s', async (_what, spoil, reason) => {
  const url = new URL(database.url);
  spoil(url);
  const wrong = { ...config, postgresUrl: url.href };
  await expect(startService({ service: 'notes', config: wrong, migrations }, async () => '')).rejects.toThrow(reason);
});

it('waits for a database that is away when it starts', async () => {
  const door = await openDoor(new URL(database.url), 3);
  const url = new URL(database.url);
  url.hostname = '127.0.0.1';
  url.port = String(door.port);
  const behindDoor = { ...config, postgresUrl: url.href };
  const running = await startService({ service: 'notes', config: behindDoor, migrations }, async ({ db }) => {
    await db.query('select 1');
    return 'http://notes';
  });

  expect(running.url).toBe('http://notes');
  expect(door.refusals()).toBe(3);
  await running.stop();
  await door.close();
});

/** A port before PostgreSQL that closes the first connections, as a server does that is starting or has none left. */
const openDoor = async (target: URL, refusalsMax: number) => {
  let refused = 0;
  const sockets = new Set<Socket>();
  const door = createServer((caller) => {
    if (refused < refusalsMax) {
      refused += 1;
      caller.destroy();
      return;
    }
    const server = connect(Number(target.port), target.hostname);
    for (const socket of [caller, server]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
    caller.pipe(server).pipe(caller);
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => door.close(resolve));
  };
  return { port: (door.address() as AddressInfo).port, refusals: () => refused, close };
};
