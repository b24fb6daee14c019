import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from './project-root';

export interface GivenKafka {
  readonly brokers: string;
  readonly registryUrl: string;
  /** How a service signs in there. */
  readonly envOf?: (service: string) => Readonly<Record<string, string>>;
}

export interface StackOptions {
  /** The edge's port; everything else listens on the ports after it (port-plan.ts). */
  readonly portBase: number;
  /** Holds PostgreSQL's data, the logs and stack.json; kept between runs. */
  readonly dataDir: string;
  readonly isKafka: boolean;
  /** A Kafka that others run, with its topics and schemas, instead of one of our own. */
  readonly givenKafka?: GivenKafka;
  readonly isReset: boolean;
  /** PostgreSQL and Kafka alone run, for commands that a running service would be in the way of. */
  readonly isWithoutServices?: boolean;
  /** The sandbox verifies recipients, in the place of operators. */
  readonly hasVerifier?: boolean;
  /** Where PostgreSQL's write-ahead log is archived for backups; null for no archive. */
  readonly archiveDir: string | null;
}

const portBaseDefault = 8080;
/** Ports below need privileges, and the plan takes the thirteen ports after the base. */
const portBaseMin = 1024;
const portBaseMax = 65_500;

export const usage = `Usage: npm start -- [options]

  --port-base N   the edge listens on N, everything else on the ports after it (default ${String(portBaseDefault)})
  --data DIR      where data, logs and stack.json live (default .local)
  --kafka         run on a real Apache Kafka and a schema registry instead of the log in PostgreSQL
  --archive DIR   archive PostgreSQL's write-ahead log in DIR, for backups (docs/operations/backup.md)
  --verifier      let the sandbox verify recipients, in the place of operators
  --no-services   start PostgreSQL (and Kafka) only, for commands such as restore rebuild
  --reset         throw away the data of earlier runs first
  --help          this text`;

export class UsageError extends Error {}

const portBaseOf = (text: string | undefined): number => {
  if (text === undefined) return portBaseDefault;
  const port = Number(text);
  if (Number.isInteger(port) && port >= portBaseMin && port <= portBaseMax) return port;
  throw new UsageError(
    `--port-base must be a whole number from ${String(portBaseMin)} to ${String(portBaseMax)}, not '${text}'.`,
  );
};

/** Returns undefined when help was asked for. */
export const parseOptions = (args: readonly string[], cwd = process.cwd()): StackOptions | undefined => {
  const { values } = parse(args);
  if (values.help) return undefined;
  return {
    portBase: portBaseOf(values['port-base']),
    dataDir: values.data === undefined ? resolve(projectRoot, '.local') : resolve(cwd, values.data),
    isKafka: values.kafka,
    isReset: values.reset,
    isWithoutServices: values['no-services'],
    hasVerifier: values.verifier,
    archiveDir: values.archive === undefined ? null : resolve(cwd, values.archive),
  };
};

const parse = (args: readonly string[]) => {
  try {
    return parseArgs({
      args: [...args],
      options: {
        'port-base': { type: 'string' },
        data: { type: 'string' },
        kafka: { type: 'boolean', default: false },
        archive: { type: 'string' },
        verifier: { type: 'boolean', default: false },
        'no-services': { type: 'boolean', default: false },
        reset: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
};
