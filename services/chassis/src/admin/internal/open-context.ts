import pino from 'pino';
import { type Bus } from '../../bus/bus';
import { createBus } from '../../bus/create-bus';
import { type Env } from '../../config/config';
import { randomIds } from '../../ids';
import { type Lifecycle } from '../../lifecycle/lifecycle';
import { createLogger, type Logger } from '../../log/logger';
import { usePostgresAccess } from '../../postgres/server-access';
import { openDatabase } from '../../postgres/database';
import { asRoleOf } from '../../service/migrate-databases';
import { openClock } from '../../service/parts';
import { createMetrics } from '../../telemetry/metrics';
import { type AdminContext, type AdminProgram } from '../command';
import { loadAdminConfig, type AdminConfig } from '../settings';

/** Reading or rebuilding a year takes longer than any request may. */
const statementTimeoutMs = 3_600_000;

/** Commands share the server with the service, which has the larger part of its connections. */
const poolMax = 4;

export interface ContextOptions {
  readonly env: Env;
  readonly config: AdminConfig;
  readonly lifecycle: Lifecycle;
  readonly log: Logger;
  readonly isApplied: boolean;
  readonly report: (line: string) => void;
}

/** Logs go to standard error: standard output holds the result alone. */
export const adminLogger = (service: string, env: Env): Logger =>
  createLogger({
    service,
    level: loadAdminConfig(env).logLevel,
    destination: pino.destination({ dest: 2, sync: true }),
  });

export const openContext = async <C>(program: AdminProgram<C>, options: ContextOptions): Promise<AdminContext<C>> => {
  const { service, migrations, loadConfig } = program;
  const { env, config, lifecycle, log, isApplied, report } = options;
  usePostgresAccess(() => config.postgresAccess);
  const db = openDatabase({ url: addressOf(config), name: `${service} admin`, poolMax, statementTimeoutMs, log });
  lifecycle.onStop('database', () => db.close());
  const clock = await openClock(config, lifecycle, log);
  let bus: Promise<Bus> | undefined;
  let own: { readonly config: C } | undefined;
  const openBus = async (): Promise<Bus> => {
    const opened = await createBus(config.bus, { service, log, metrics: createMetrics(service) });
    lifecycle.onStop('bus', () => opened.close());
    return opened;
  };
  return {
    ...{ service, env, migrations, db, log, clock, ids: randomIds, isApplied, report },
    get config() {
      own ??= { config: loadConfig(env) };
      return own.config;
    },
    bus: () => (bus ??= openBus()),
  };
};

/** The job of migration is given no service's role: its address names none, and its own role records the step. */
const addressOf = ({ postgresUrl, migrationPostgresUrl }: AdminConfig): string =>
  new URL(postgresUrl).username === '' ? asRoleOf(migrationPostgresUrl, postgresUrl) : postgresUrl;
