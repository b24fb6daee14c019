import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { projectRoot } from '../../deploy/local/project-root';
import { type StackFile } from '../../deploy/local/stack-file';
import { databaseOf, monitorRole } from '../../deploy/postgres/installation';
import { applyMonitor } from '../../deploy/postgres/monitor-role';
import { startProgram, type StartedProgram } from '../../deploy/test/started-program';

export interface Exporters {
  /** By the jobs of prometheus.yml. */
  readonly targets: Readonly<Record<string, readonly string[]>>;
  /** The views of invoice-query, as dashboards read them. */
  readonly viewsUrl: string;
  readonly stop: () => Promise<void>;
}

const queries = join(projectRoot, 'deploy/monitoring/postgres-queries.yml');

/** Debian's exporters beside a running stack, with the role and the questions of docker-compose.yml. */
export const startExporters = async ({ postgresUrl }: StackFile): Promise<Exporters> => {
  const views = databaseOf('invoice-query');
  const password = randomBytes(12).toString('hex');
  const role = { role: monitorRole, password, reads: [{ database: views, owner: views }] };
  await applyMonitor(`${postgresUrl}/postgres`, role);
  const { host } = new URL(postgresUrl);
  const started: StartedProgram[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(started.map((program) => program.stop()));
  };
  try {
    started.push(
      await startProgram({
        command: 'prometheus-postgres-exporter',
        args: (address) => [`--web.listen-address=${address}`, `--extend.query-path=${queries}`],
        env: {
          ...{ DATA_SOURCE_URI: `${host}/postgres?sslmode=disable` },
          ...{ DATA_SOURCE_USER: monitorRole, DATA_SOURCE_PASS: password },
        },
        readyPath: '/',
      }),
      await startProgram({
        command: 'prometheus-node-exporter',
        args: (address) => [`--web.listen-address=${address}`],
        readyPath: '/',
      }),
    );
  } catch (fault) {
    await stop();
    throw fault;
  }
  const [postgresql = [], machine = []] = started.map(({ address }) => [address]);
  const viewsUrl = `postgres://${monitorRole}:${password}@${host}/${views}`;
  return { targets: { postgresql, machine }, viewsUrl, stop };
};
