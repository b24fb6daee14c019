import { parseArgs } from 'node:util';
import { UsageError } from '../options';
import { asDelivered, type Layout } from './layout';

export interface ScalingOptions {
  readonly chargesPerSecond: number;
  readonly meanOfPeak: number;
  readonly layout: Layout;
  /** A file of figures; those of this repository otherwise. */
  readonly figuresFile: string | undefined;
  /** A result of `npm run bench` whose figures are printed, and nothing else is done. */
  readonly benchFile: string | undefined;
  readonly isMarkdown: boolean;
}

export const usage = `Usage: npm run scaling -- [options]

  --charges-per-second N   the busiest second to plan for (default 1000)
  --mean-of-peak X         an average second, as a share of the busiest (default 0.25)
  --partitions N           of each topic (default ${asDelivered.partitions})
  --cores N                of one PostgreSQL server (default ${asDelivered.coresPerServer})
  --log-mb N               MB a second that one server's disk takes of PostgreSQL's log (default ${asDelivered.walBytesPerSecond / 1e6})
  --busy X                 the share of a core, a lock or a disk that is planned with (default ${asDelivered.busyShare})
  --core-speed X           how much faster a core is than those that were measured (default ${asDelivered.coreSpeed})
  --figures FILE           measured figures other than test-e2e/bench/scaling/measured.json
  --from-bench FILE        print the figures of a run of npm run bench, as --figures reads them
  --markdown               tables as Markdown
  --help                   this text`;

/** Returns undefined when help was asked for. */
export const parseScalingOptions = (args: readonly string[]): ScalingOptions | undefined => {
  const values = parse(args);
  if (values.help) return undefined;
  return {
    chargesPerSecond: positive('charges-per-second', values['charges-per-second'] ?? '1000'),
    meanOfPeak: share('mean-of-peak', values['mean-of-peak'] ?? '0.25'),
    layout: {
      ...asDelivered,
      partitions: whole('partitions', values.partitions ?? String(asDelivered.partitions)),
      coresPerServer: whole('cores', values.cores ?? String(asDelivered.coresPerServer)),
      walBytesPerSecond: positive('log-mb', values['log-mb'] ?? String(asDelivered.walBytesPerSecond / 1e6)) * 1e6,
      busyShare: share('busy', values.busy ?? String(asDelivered.busyShare)),
      coreSpeed: positive('core-speed', values['core-speed'] ?? String(asDelivered.coreSpeed)),
    },
    figuresFile: values.figures,
    benchFile: values['from-bench'],
    isMarkdown: values.markdown ?? false,
  };
};

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

const parse = (args: readonly string[]) => {
  try {
    return parseArgs({
      args: [...args],
      options: {
        ...{ 'charges-per-second': text, 'mean-of-peak': text, partitions: text, cores: text, 'log-mb': text },
        ...{ busy: text, 'core-speed': text, figures: text, 'from-bench': text, markdown: flag, help: flag },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
};

const positive = (name: string, given: string): number => {
  const value = Number(given);
  if (!(value > 0 && Number.isFinite(value)))
    throw new UsageError(`--${name} must be a number above 0, not '${given}'.`);
  return value;
};

const share = (name: string, given: string): number => {
  const value = positive(name, given);
  if (value > 1) throw new UsageError(`--${name} is a share and must be 1 at most, not '${given}'.`);
  return value;
};

const whole = (name: string, given: string): number => {
  const value = positive(name, given);
  if (!Number.isInteger(value)) throw new UsageError(`--${name} must be a whole number, not '${given}'.`);
  return value;
};
