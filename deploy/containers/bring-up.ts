import { eventually } from '@repasse/chassis/testing/eventually';
import { type RawService } from './compose-file';
import { type Engine } from './engine';

type Services = Readonly<Record<string, RawService>>;

/** A start creates the cluster of PostgreSQL and runs two Java programs on what may be two busy cores. */
const healthyTimeoutMs = 240_000;
/** Each check starts a program, and those of the Java images take a second of a processor. */
const healthEveryMs = 2_000;

/**
 * The services in the order of their conditions: each group needs only groups before it. podman itself does not wait for
 * `service_healthy`, and without systemd never runs a health check.
 */
export const inOrder = (services: Services): readonly (readonly string[])[] => {
  const groups: string[][] = [];
  const started = new Set<string>();
  let waiting = Object.keys(services);
  while (waiting.length > 0) {
    const next = waiting.filter((name) => needsOf(services, name).every((need) => started.has(need)));
    if (next.length === 0)
      throw new Error(`docker-compose.yml lets these wait for one another: ${waiting.join(', ')}.`);
    for (const name of next) started.add(name);
    waiting = waiting.filter((name) => !started.has(name));
    groups.push(next);
  }
  return groups;
};

/** Of those that are started: one that is left out is waited for by nobody. */
const needsOf = (services: Services, name: string): string[] =>
  Object.keys(services[name]?.depends_on ?? {}).filter((need) => need in services);

export const bringUp = async (engine: Engine, envFile: string, services: Services): Promise<void> => {
  await engine.compose(envFile, ['up', '--no-start', '--no-deps', '--no-build', ...Object.keys(services)]);
  for (const group of inOrder(services)) {
    await engine.podman(['start', ...group.map((name) => engine.containerOf(name))]);
    await Promise.all(group.map((name) => untilDone(engine, name, services[name])));
  }
};

const untilDone = async (engine: Engine, name: string, service: RawService | undefined): Promise<void> => {
  if (service?.restart === 'no') return untilEnded(engine, name);
  // Images of ours say how healthy they are; of those of others the compose file says it, where they can tell.
  if (service?.build === undefined && service?.healthcheck === undefined) return;
  if (service.healthcheck?.disable === true) return;
  await untilHealthy(engine, name);
};

const untilEnded = async (engine: Engine, name: string): Promise<void> => {
  const status = (await engine.podman(['wait', engine.containerOf(name)])).trim();
  if (status !== '0') throw new Error(`${name} ended with ${status}:\n${await lastWords(engine, name)}`);
};

const untilHealthy = async (engine: Engine, name: string): Promise<void> => {
  const isHealthy = async (): Promise<boolean> =>
    (await engine.podmanStatus(['healthcheck', 'run', engine.containerOf(name)])) === 0;
  try {
    await eventually(isHealthy, { timeoutMs: healthyTimeoutMs, everyMs: healthEveryMs });
  } catch (fault) {
    throw new Error(`${name} is not healthy:\n${await lastWords(engine, name)}`, { cause: fault });
  }
};

const lastWords = (engine: Engine, name: string): Promise<string> =>
  engine.podmanWords(['logs', '--tail', '20', engine.containerOf(name)]);
