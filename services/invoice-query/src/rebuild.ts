import { type Env } from '@repasse/chassis/config/config';
import { createLogger, type Logger } from '@repasse/chassis/log/logger';
import { openDatabase } from '@repasse/chassis/postgres/database';
import { requireSchema } from '@repasse/chassis/postgres/require-schema';
import { rebuild, type RebuildReport } from '@repasse/chassis/projection/rebuild';
import { loadRebuildConfig, type RebuildConfig } from './config';
import { migrations } from './migrations';
import { views } from './projections/all-projections';
import { driftRowsOf, keepDrift } from './projections/drift';

export interface RebuildCommand {
  /** Compare with the events only; the views stay as they are. */
  readonly isVerify: boolean;
  /** One view by name; all of them when absent. */
  readonly only?: string | undefined;
}

/** Reading a year's archive takes longer than any request may. */
const statementTimeoutMs = 3_600_000;

/** Rebuilds or verifies the views, one after the other, while the service goes on serving and consuming. */
export const runRebuild = async (
  config: RebuildConfig,
  command: RebuildCommand,
  log: Logger,
): Promise<RebuildReport[]> => {
  const db = openDatabase({ url: config.postgresUrl, name: 'invoice-query rebuild', statementTimeoutMs, log });
  try {
    await requireSchema(db, migrations);
    const reports: RebuildReport[] = [];
    for (const projection of viewsNamed(command.only)) {
      const report = await rebuild({ db, projection, verify: command.isVerify });
      await keepDrift(db, report);
      log.info({ report }, command.isVerify ? 'projection verified' : 'projection rebuilt');
      reports.push(report);
    }
    return reports;
  } finally {
    await db.close();
  }
};

const viewsNamed = (only: string | undefined) => {
  const named = only === undefined ? views : views.filter(({ name }) => name === only);
  if (named.length === 0)
    throw new Error(`No view is called ${only}. There are ${views.map(({ name }) => name).join(', ')}.`);
  return named;
};

const commandOf = (args: readonly string[]): RebuildCommand => ({
  isVerify: args.includes('--verify'),
  only: args.find((arg) => !arg.startsWith('--')),
});

/** The whole command. Returns 1 where a view has drifted, so that a scheduler's job fails and alerts the operator. */
export const main = async (env: Env, args: readonly string[]): Promise<0 | 1> => {
  const config = loadRebuildConfig(env);
  const log = createLogger({ service: 'invoice-query', level: config.logLevel });
  const reports = await runRebuild(config, commandOf(args), log);
  return reports.some((report) => driftRowsOf(report) > 0) ? 1 : 0;
};

if (require.main === module) {
  main(process.env, process.argv.slice(2)).then(
    (exitCode) => {
      process.exitCode = exitCode;
    },
    (fault: unknown) => {
      // 2, not 1: the scheduler must be able to distinguish drift from a database that was down.
      process.stderr.write(`${fault instanceof Error ? fault.message : String(fault)}\n`);
      process.exitCode = 2;
    },
  );
}
