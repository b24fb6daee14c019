import { type Profile } from '@repasse/chassis/auth/principal';
import { type PartOverrides } from '@repasse/chassis/service/parts';
import { fakeClock } from '@repasse/chassis/testing/clock';
import { lastingToken, type TestAnswer, type TestCall } from '@repasse/chassis/testing/http-test';
import { internalToken, startServiceForTest, type ServiceDescription } from '@repasse/chassis/testing/running-service';
import { loadConfig, type Config } from '../../src/config';
import { startSplitSettlement } from '../../src/main';
import { migrations } from '../../src/migrations';

const splitSettlement: ServiceDescription<Config, PartOverrides> = {
  name: 'split-settlement',
  migrations,
  loadConfig,
  start: startSplitSettlement,
  env: { INTERNAL_CALLERS: `payment-gateway:${internalToken}`, LEDGER_CHECK_INTERVAL_MS: '200' },
};

export const tokenOf = (userId: number, profile: Profile = 'CUSTOMER', scope = 'balance:read'): string =>
  lastingToken({ userId, profile, scopes: [scope] });

/** The specs say what a body is. */
type Answer = Omit<TestAnswer, 'body'> & { readonly body: unknown };

export const startService = async (label: string, more: Readonly<Record<string, string>> = {}) => {
  const clock = fakeClock('2026-01-01T12:00:01.000Z');
  const service = await startServiceForTest(splitSettlement, { label, env: more, overrides: { clock } });
  const { url, db, env, bus, metric, call, restart, stop } = service;
  return {
    ...{ url, db, env, bus, clock, metric, call, stop },
    /** Runs while the service is stopped, and starts it again. */
    whileStopped: (work: () => Promise<void>) => restart({}, work),
    publish: bus.publish,
    /** The messages published about a charge. */
    published: (chargeId: string) => bus.replay('settlement.events.v1', chargeId),
    publishedOfWithdrawal: (withdrawalId: string) => bus.replay('withdrawal.events.v1', withdrawalId),
    /** `token` is made by tokenOf. */
    get: (path: string, token?: string): Promise<Answer> => call('GET', path, token === undefined ? {} : { token }),
    csv: (path: string, token: string) => call('GET', path, { token, headers: { accept: 'text/csv' } }),
    post: (path: string, asked: TestCall) => call('POST', path, asked),
  };
};

export type RunningService = Awaited<ReturnType<typeof startService>>;
