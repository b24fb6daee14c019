import { loadOpenApi } from '@repasse/contracts';
import { type BackoffLimits } from '../waiting/backoff';
import { type HttpClient } from '../http/client';
import { type Tx } from '../postgres/database';
import { untilDone } from '../waiting/until-done';
import { type ServiceParts } from './parts';

type ReachingParts = Pick<ServiceParts, 'db' | 'clock' | 'log' | 'health' | 'lifecycle'>;

/** Another party whose address a setting gives. */
export interface Party {
  /** The environment variable, which a person has to mend. */
  readonly setting: string;
  readonly address: string;
  /** Throws unless the party at this address answers and is the one that is meant. */
  readonly ask: () => Promise<void>;
}

const delays: BackoffLimits = { firstMs: 250, maxMs: 15_000 };

/**
 * Keeps the service from being ready until the party at this address has answered once. That is remembered in the
 * database, so a service that starts while a known party is down is ready: an outage is no wrong address.
 */
export const expectReached = async (parts: ReachingParts, { setting, address, ask }: Party): Promise<void> => {
  const { db, clock, log, health, lifecycle } = parts;
  if (await isReached(db, setting, address)) return;
  let hindrance: Error | undefined = new Error(`${setting}: ${address} has not answered yet.`);
  health.addCheck(setting, () => (hindrance === undefined ? undefined : Promise.reject(hindrance)), 'ready');
  const run = async (): Promise<boolean> => {
    try {
      await ask();
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      hindrance = new Error(`${setting}: ${address} is not reached: ${why}`, { cause });
      throw hindrance;
    }
    await keepReached(db, setting, address, clock.now());
    hindrance = undefined;
    return true;
  };
  const trying = untilDone({ name: `first contact with ${address}`, log, delays, run });
  lifecycle.onStop(`first contact by ${setting}`, () => trying.stop());
};

export const isReached = async (db: Tx, setting: string, address: string): Promise<boolean> => {
  const rows = await db.query('select 1 from reached_addresses where setting = $1 and address = $2', [
    setting,
    address,
  ]);
  return rows.length > 0;
};

export const keepReached = async (db: Tx, setting: string, address: string, at: Date): Promise<void> => {
  await db.query(
    `insert into reached_addresses (setting, address, reached_at) values ($1, $2, $3)
     on conflict (setting) do update set address = excluded.address, reached_at = excluded.reached_at`,
    [setting, address, at],
  );
};

/** The same of a service of ours. */
export const expectService = (
  parts: ReachingParts,
  o: {
    readonly setting: string;
    readonly service: string;
    readonly baseUrls: readonly string[];
    readonly http: HttpClient;
  },
): Promise<void> =>
  expectReached(parts, { setting: o.setting, address: o.baseUrls.join(','), ask: answersAs(o.http, o.service) });

/** Asks a service of ours which it is. Another one of them may answer as well at a wrong address. */
const answersAs = (http: HttpClient, service: string) => async (): Promise<void> => {
  const { status, body } = await http.call({ method: 'GET', path: '/openapi.json' });
  const title = status === 200 ? titleOf(body) : undefined;
  const meant = titleOf(loadOpenApi(service));
  if (title !== meant)
    throw new Error(`It answers ${status} as ${title ?? 'no service of ours'}, and not as ${meant ?? service}.`);
};

const titleOf = (body: unknown): string | undefined => {
  const info: unknown = typeof body === 'object' && body !== null && 'info' in body ? body.info : undefined;
  return typeof info === 'object' && info !== null && 'title' in info ? String(info.title) : undefined;
};
