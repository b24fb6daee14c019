import { createHealth } from '../src/health/health';
import { createHttpClient } from '../src/http/client';
import { createLifecycle } from '../src/lifecycle/lifecycle';
import { createLogger } from '../src/log/logger';
import { type Database } from '../src/postgres/database';
import { chassisMigrations } from '../src/postgres/migrate';
import { expectService } from '../src/service/reached';
import { systemClock } from '../src/clock';
import { createMetrics } from '../src/telemetry/metrics';
import { eventually } from '../src/testing/eventually';
import { openTestDatabase } from '../src/testing/postgres';
import { startStandIn, type StandIn } from '../src/testing/stand-in';

const log = createLogger({ service: 'test', level: 'silent' });

let db: Database;
let peer: StandIn;
let title: string;
const lifecycle = createLifecycle(log);

beforeAll(async () => {
  db = await openTestDatabase('reached', [chassisMigrations.outbox]);
  peer = await startStandIn((_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ info: { title } })),
  );
});
afterAll(async () => {
  await lifecycle.stop();
  await peer.stop();
  await db.close();
});

/** The readiness of a service that starts with this address for identity. */
const startWith = async (address: string) => {
  const metrics = createMetrics('test');
  const http = createHttpClient({ name: 'identity', baseUrls: [address], timeoutMs: 1_000, log, metrics });
  lifecycle.onStop('connections', () => http.close());
  const health = createHealth();
  const parts = { db, clock: systemClock, log, health, lifecycle };
  await expectService(parts, { setting: 'IDENTITY_URL', baseUrls: [address], service: 'identity', http });
  return async (): Promise<object> => (await health.report('ready')).checks;
};

it('is not ready at the address of another service, and is once the right one answers there', async () => {
  title = 'Repasse charge';
  const checks = await startWith(peer.url);
  expect(await checks()).toEqual({ IDENTITY_URL: 'failed' });

  title = 'Repasse identity';
  await eventually(async () => 'IDENTITY_URL' in (await checks()) && Object.values(await checks())[0] === 'ok');
});

it('is ready at an address that has answered once, also while nobody is there', async () => {
  await peer.stop();
  expect(await (await startWith(peer.url))()).toEqual({});
});

it('is not ready at an address that never answered', async () => {
  const checks = await startWith('http://127.0.0.1:1');
  expect(await checks()).toEqual({ IDENTITY_URL: 'failed' });
});
