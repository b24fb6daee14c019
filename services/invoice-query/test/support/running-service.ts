import { type Profile } from '@repasse/chassis/auth/principal';
import { type Clock } from '@repasse/chassis/clock';
import { type PartOverrides } from '@repasse/chassis/service/parts';
import { eventually } from '@repasse/chassis/testing/eventually';
import { lastingToken, type TestAnswer } from '@repasse/chassis/testing/http-test';
import { startServiceForTest, type ServiceDescription } from '@repasse/chassis/testing/running-service';
import { type AnyEvent } from '@repasse/contracts';
import { rebuildViews } from '../../src/admin/views';
import { loadConfig, type Config } from '../../src/config';
import { startInvoiceQuery } from '../../src/main';
import { migrations } from '../../src/migrations';
import { views as allViews } from '../../src/projections/all-projections';

const invoiceQuery: ServiceDescription<Config, PartOverrides> = {
  name: 'invoice-query',
  migrations,
  loadConfig,
  start: startInvoiceQuery,
  env: { DRIFT_POLL_INTERVAL_MS: '50' },
};

export const tokenOf = (userId: number, profile: Profile = 'CUSTOMER', scope = 'charges:read'): string =>
  lastingToken({ userId, profile, scopes: [scope] });

const views = [
  ...['charges', 'invoices', 'charge_parts', 'invoice_counts', 'invoice_days', 'invoice_references', 'disputes'],
  'charge_days',
];

/** The specs say what a body is. */
type Answer = Omit<TestAnswer, 'body'> & { readonly body: unknown };

export const startService = async (label: string, clock?: Clock) => {
  const overrides = clock === undefined ? {} : { clock };
  const { db, bus, metric, call, stop } = await startServiceForTest(invoiceQuery, { label, overrides });
  const areReceived = async (events: readonly AnyEvent[]): Promise<boolean> => {
    const ids = [...new Set(events.map(({ id }) => id))];
    const found = await db.query("select from received_events where envelope ->> 'id' = any ($1)", [ids]);
    return found.length === ids.length;
  };
  const rowsOf = async (view: string): Promise<readonly string[]> =>
    (await db.query<{ row: string }>(`select t::text as row from ${view} t order by 1`)).map(({ row }) => row);

  return {
    ...{ db, metric, stop },
    /** Publishes in this order and waits until all of it has been received. */
    tell: async (events: readonly AnyEvent[]): Promise<void> => {
      await bus.publish(events);
      await eventually(() => areReceived(events), { timeoutMs: 20_000 });
    },
    get: (path: string, token?: string): Promise<Answer> => call('GET', path, token === undefined ? {} : { token }),
    /** All rows of every view, as text. */
    contents: async () =>
      Object.fromEntries(await Promise.all(views.map(async (view) => [view, await rowsOf(view)] as const))),
    rebuild: (o: { readonly isVerify: boolean } = { isVerify: false }) =>
      rebuildViews({ db, report: () => undefined }, allViews, o.isVerify),
  };
};

export type RunningService = Awaited<ReturnType<typeof startService>>;
