import { eventually } from '@repasse/chassis/testing/eventually';
import { Client } from 'pg';
import { paidCharges } from '../load/ready-events';
import { type Row, type Table } from '../report/table';
import { startLoneService } from '../system/lone-service';
import { outboxOf } from '../system/outbox-of';
import { openPrivateBus } from '../system/private-bus';
import { type RunningSystem } from '../system/running-system';
import { type Bench } from './bench';

const [chargesAlone, chargesWarmUp, chargesFollowed] = [5_000, 500, 1_000];
const bookedTimeoutMs = 60_000;

/** Paid charges with three shares, booked: by split-settlement alone, and with every other service following as well. */
export const measureBookings = async (bench: Bench): Promise<readonly Table[]> => {
  const rows: Row[] = [];
  // Kafka has no room for a second group of the same name, so alone it is measured on the embedded bus.
  if (bench.system.bus === 'postgres') {
    rows.push({ name: 'split-settlement alone', values: [await bookedAlone(bench.system)] });
  }
  rows.push({ name: 'every service following', values: [await bookedByAll(bench)] });
  for (const { name, values } of rows) bench.report(`  bookings, ${name}: ${values[0]?.toFixed(0) ?? ''}/s`);
  return [{ id: 'bookings', title: 'Paid charges with three shares, booked', columns: ['per second'], rows }];
};

const bookedAlone = async ({ stack }: RunningSystem): Promise<number> => {
  const [postgresUrl, busUrl] = ['split_settlement', 'bookings_bus'].map(
    (name) => `${stack.postgresUrl}/bench_${name}`,
  );
  if (postgresUrl === undefined || busUrl === undefined) throw new Error('Two databases are needed.');
  const env = { JWKS_URL: `${stack.services['identity'] ?? ''}/.well-known/jwks.json`, TOKEN_ISSUER: stack.baseUrl };
  const service = await startLoneService('split-settlement', { postgresUrl, busUrl, env });
  const bus = await openPrivateBus(busUrl);
  const ledger = new Client({ connectionString: postgresUrl, application_name: 'bench' });
  await ledger.connect();
  const awaitBooked = (wanted: number): Promise<unknown> =>
    eventually(
      async () => {
        const { rows } = await ledger.query<{ count: string }>('select count(*) from settlements');
        return Number(rows[0]?.count) >= wanted;
      },
      { timeoutMs: bookedTimeoutMs },
    );
  try {
    await bus.publish(paidCharges(chargesWarmUp));
    await awaitBooked(chargesWarmUp);
    service.freeze();
    await bus.publish(paidCharges(chargesAlone));
    const startedAtMs = performance.now();
    service.thaw();
    await awaitBooked(chargesWarmUp + chargesAlone);
    return chargesAlone / ((performance.now() - startedAtMs) / 1_000);
  } finally {
    await Promise.all([service.stop(), bus.close(), ledger.end()]);
  }
};

/** Through charge's own outbox, until invoice-query has consumed the last booking. */
const bookedByAll = async ({ system, follower }: Bench): Promise<number> => {
  const outbox = await outboxOf(system.stack.postgresUrl, 'repasse_charge');
  const since = await follower.mark();
  const startedAtMs = await outbox.fill(paidCharges(chargesFollowed));
  const booked = await follower.awaitEvents(since, 'repasse.split.settled.v1', chargesFollowed);
  const rate = booked / ((performance.now() - startedAtMs) / 1_000);
  await outbox.close();
  return rate;
};
