import { parseArgs } from 'node:util';
import { type BusName } from './system/running-system';
import { suiteNames, type SuiteName } from './suites';

export interface BenchOptions {
  readonly suites: readonly SuiteName[];
  readonly buses: readonly BusName[];
  /** A kept result to print instead of measuring. */
  readonly show: string | undefined;
  /** A kept result to compare with. */
  readonly compareWith: string | undefined;
  readonly isMarkdown: boolean;
  readonly portBase: number | undefined;
  /** How many charges `growth` and `reads` compare with a thousand. */
  readonly charges: number;
}

export class UsageError extends Error {}

const busChoices: Readonly<Record<string, readonly BusName[]>> = {
  postgres: ['postgres'],
  kafka: ['kafka'],
  both: ['postgres', 'kafka'],
};

/** Undefined when help was asked for. Without names, every suite runs but those that must be named. */
export const parseOptions = (args: readonly string[]): BenchOptions | undefined => {
  const { values, positionals } = parse(args);
  if (values.help) return undefined;
  const buses = busChoices[values.bus];
  if (buses === undefined) throw new UsageError(`--bus is postgres, kafka or both, not '${values.bus}'.`);
  const portBase = values['port-base'] === undefined ? undefined : Number(values['port-base']);
  if (portBase !== undefined && !Number.isInteger(portBase))
    throw new UsageError('--port-base must be a whole number.');
  const charges = Number(values.charges);
  // The busy merchant's pages need some hundreds of charges.
  if (!Number.isInteger(charges) || charges < 1_000)
    throw new UsageError('--charges must be a whole number of 1000 or more.');
  const suites = positionals.map(suiteNamed);
  return {
    suites,
    buses,
    show: values.show,
    compareWith: values.compare,
    isMarkdown: values.markdown,
    portBase,
    charges,
  };
};

const suiteNamed = (name: string): SuiteName => {
  const known = suiteNames.find((one) => one === name);
  if (known === undefined) throw new UsageError(`No suite is called '${name}'.`);
  return known;
};

const parse = (args: readonly string[]) => {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        bus: { type: 'string', default: 'both' },
        show: { type: 'string' },
        compare: { type: 'string' },
        markdown: { type: 'boolean', default: false },
        'port-base': { type: 'string' },
        charges: { type: 'string', default: '1000000' },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
};
