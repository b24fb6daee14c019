import { existsSync } from 'node:fs';
import { type TestPostgres } from './embedded-postgres';

/** The image that docker-compose.yml runs. */
const image = 'postgres:17';

/** A first run fetches the image. */
const startTimeoutMs = 120_000;

const defaultSocket = '/var/run/docker.sock';

/** Undefined where no container engine answers, or it cannot have the image: then the reason is printed. */
export const startContainerPostgres = async (settings: readonly string[]): Promise<TestPostgres | undefined> => {
  // Asked first, because loading the client takes a second that machines without an engine need not spend.
  if (process.env['DOCKER_HOST'] === undefined && !existsSync(defaultSocket)) return undefined;
  const { GenericContainer, Wait } = await import('testcontainers');
  try {
    const container = await new GenericContainer(image)
      .withEnvironment({ POSTGRES_PASSWORD: 'postgres' })
      .withCommand(['postgres', ...settings])
      .withExposedPorts(5432)
      // The image starts the server twice: once to make the cluster, once to serve.
      .withWaitStrategy(Wait.forLogMessage(/ready to accept connections/, 2))
      .withStartupTimeout(startTimeoutMs)
      .start();
    const address = `${container.getHost()}:${container.getMappedPort(5432)}`;
    return {
      url: `postgres://postgres:postgres@${address}/postgres`,
      stop: async () => {
        await container.stop();
      },
    };
  } catch (fault) {
    process.stderr.write(`No container for PostgreSQL, taking the embedded one: ${String(fault)}\n`);
    return undefined;
  }
};
