import { type Principal } from '@repasse/chassis/auth/principal';
import { createBus } from '@repasse/chassis/bus/create-bus';
import { toMessage } from '@repasse/chassis/bus/envelope';
import { type Clock } from '@repasse/chassis/clock';
import { createLogger } from '@repasse/chassis/log/logger';
import { openDatabase, type Database } from '@repasse/chassis/postgres/database';
import { type RebuildReport } from '@repasse/chassis/projection/rebuild';
import { createMetrics } from '@repasse/chassis/telemetry/metrics';
import { eventually } from '@repasse/chassis/testing/eventually';
import { chassisMigrations } from '@repasse/chassis/postgres/migrate';
import { createTestDatabase } from '@repasse/chassis/testing/postgres';
import { type AnyEvent } from '@repasse/contracts';
import { loadConfig, loadRebuildConfig } from '../../src/config';
import { startInvoiceQuery } from '../../src/main';
import { migrations } from '../../src/migrations';
import { runRebuild } from '../../src/rebuild';

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export interface RunningService {
  readonly db: Database;
  /** Publishes in this order and waits until all of it has been received. */
  readonly tell: (events: readonly AnyEvent[]) => Promise<void>;
  readonly get: (path: string, token?: string) => Promise<Answer>;
  readonly text: (path: string) => Promise<string>;
  /** What every view shows, row by row, as text. */
  readonly contents: () => Promise<Record<string, readonly string[]>>;
  readonly rebuild: (o?: { isVerify: boolean }) => Promise<readonly RebuildReport[]>;
  readonly stop: () => Promise<void>;
}

/** Who a token speaks for is written on it: verifying signatures is tested where it is done. */
export const tokenOf = (userId: number, profile: Principal['profile'] = 'CUSTOMER', scopes = 'charges:read'): string =>
  Buffer.from(`${userId} ${profile} ${scopes}`).toString('base64url');

const verifyToken = async (token: string): Promise<Principal | undefined> => {
  const [userId, profile, scopes = ''] = Buffer.from(token, 'base64url').toString().split(' ');
  if (profile !== 'CUSTOMER' && profile !== 'OPERATOR' && profile !== 'ADMIN') return undefined;
  return {
    userId: Number(userId),
    clientId: 'key_1',
    profile,
    scopes: [scopes],
    expiresAt: '2099-01-01T00:00:00.000Z',
  };
};

const views = ['charges', 'invoices', 'invoice_counts', 'invoice_days', 'disputes', 'timeline_entries'];

/** The service as it runs, with databases of its own and the bus in PostgreSQL. */
export const startService = async (label: string, clock?: Clock): Promise<RunningService> => {
  const [own, busDatabase] = await Promise.all([
    createTestDatabase(label, migrations),
    createTestDatabase(`${label} bus`, [chassisMigrations.bus]),
  ]);
  const config = loadConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    POSTGRES_URL: own.url,
    BUS_POSTGRES_URL: busDatabase.url,
    JWKS_URL: 'http://127.0.0.1:9/jwks',
    TOKEN_ISSUER: 'http://localhost',
    INTERNAL_TOKEN: 'not-used-by-this-service',
    DRIFT_POLL_INTERVAL_MS: '50',
    LOG_LEVEL: 'silent',
  });
  const log = createLogger({ service: label, level: 'silent' });
  const service = await startInvoiceQuery(config, { log, verifyToken, ...(clock && { clock }) });
  const bus = await createBus(config.bus, { log, metrics: createMetrics(label) });
  const db = openDatabase({ url: own.url, name: label });

  const areReceived = async (events: readonly AnyEvent[]): Promise<boolean> => {
    const ids = [...new Set(events.map(({ id }) => id))];
    const found = await db.query("select from received_events where envelope ->> 'id' = any ($1)", [ids]);
    return found.length === ids.length;
  };
  const fetchText = async (path: string, token?: string) => {
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const response = await fetch(service.url + path, { headers });
    return { status: response.status, text: await response.text() };
  };
  return {
    db,
    tell: async (events) => {
      await bus.publish(events.map(toMessage));
      await eventually(() => areReceived(events), { timeoutMs: 20_000 });
    },
    get: async (path, token) => {
      const { status, text } = await fetchText(path, token);
      return { status, body: JSON.parse(text) as unknown };
    },
    text: async (path) => (await fetchText(path)).text,
    contents: async () => {
      const rowsOf = (view: string) => db.query<{ row: string }>(`select t::text as row from ${view} t order by 1`);
      const contents = await Promise.all(views.map(async (view) => [view, (await rowsOf(view)).map(({ row }) => row)]));
      return Object.fromEntries(contents) as Record<string, readonly string[]>;
    },
    rebuild: (o = { isVerify: false }) =>
      runRebuild(loadRebuildConfig({ POSTGRES_URL: own.url, LOG_LEVEL: 'silent' }), o, log),
    stop: async () => {
      await service.stop();
      await Promise.all([bus.close(), db.close()]);
      await Promise.all([own.drop(), busDatabase.drop()]);
    },
  };
};
