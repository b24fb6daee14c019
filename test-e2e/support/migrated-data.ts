import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateServices } from '../../deploy/local/migrate-services';
import { portPlan } from '../../deploy/local/port-plan';
import { startPostgres } from '../../deploy/local/postgres';
import { loadSecrets } from '../../deploy/local/secrets';
import { servicePlan } from '../../deploy/local/service-plan';
import { freePortBase } from './free-port-base';

/** Made by a first start on the bus in PostgreSQL before its services start. They name no port. */
const kept = ['postgres', 'secrets.json'];

/**
 * A data folder with roles, databases and every migration. A stack that begins with a copy of it starts in half of the
 * CPU time.
 */
export const makeMigratedData = async (): Promise<string> => {
  const dataDir = newDataDir();
  const ports = portPlan(await freePortBase());
  const secrets = loadSecrets(dataDir);
  const postgres = await startPostgres({
    ...{ dataDir, port: ports.postgres, password: secrets.postgresPassword, archiveDir: null },
    onDied: (line) => void process.stderr.write(`${line}\n`),
  });
  try {
    const plan = servicePlan({ ports, postgresUrlOf: postgres.urlOf, secrets, kafka: undefined, dataDir });
    await migrateServices(plan, { postgresUrl: postgres.url, secrets });
  } finally {
    await postgres.stop();
  }
  return dataDir;
};

/** Copies it into a folder that has no data yet. */
export const copyMigratedData = (from: string, dataDir: string): void => {
  if (existsSync(join(dataDir, 'postgres'))) return;
  // By a program, since the files belong to the server's user when this is root.
  execFileSync('cp', ['-a', ...kept.map((name) => join(from, name)), dataDir], { stdio: 'pipe' });
};

/** Open to others, because PostgreSQL runs as a user of its own when this is root. */
export const newDataDir = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'repasse-e2e-'));
  chmodSync(folder, 0o755);
  return folder;
};
