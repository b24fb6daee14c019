import { exitCodes, RefusedError, type AdminCommand, type AdminContext, type AdminOutcome } from './command';
import { type ServiceConfig } from '../config/service-config';
import { compareWithBus } from '../restore/compare-with-bus';
import { BusBehindDatabaseError, DatabaseBehindBusError } from '../restore/internal/out-of-step';
import { rebuild, ServiceRunsError, type Rebuilt } from '../restore/rebuild';
import { type Restoration, type RestoreContext, type Unrestored } from '../restore/restoration';

/** `restore check` and `restore rebuild`: see docs/operations/restore.md. */
export const restoreCommands = <C extends ServiceConfig>(restoration: Restoration<C>): readonly AdminCommand<C>[] => [
  {
    name: 'restore check',
    summary: 'compares the database with the bus: which events of this service it lacks after a restore',
    changes: false,
    run: (context) => {
      const { service, db } = context;
      return check(async () => compareWithBus({ service, db, bus: await context.bus() }));
    },
  },
  {
    name: 'restore rebuild',
    summary: 'rebuilds what the database lacks from the events on the bus, while the service is stopped',
    changes: true,
    run: async (context) => {
      try {
        return outcomeOf(restoration, await rebuild(restoration, await toRestoreContext(context)), context.isApplied);
      } catch (fault) {
        throw fault instanceof ServiceRunsError ? new RefusedError(fault.message, { cause: fault }) : fault;
      }
    },
  },
];

const check = async (compare: () => Promise<void>): Promise<AdminOutcome> => {
  try {
    await compare();
    return { summary: 'Database and bus are of one time.' };
  } catch (fault) {
    if (!(fault instanceof DatabaseBehindBusError || fault instanceof BusBehindDatabaseError)) throw fault;
    const rows = fault.differences.map((difference) => ({ code: fault.code, ...difference }));
    return { rows, summary: fault.message, exitCode: exitCodes.found };
  }
};

const toRestoreContext = async <C>(context: AdminContext<C>): Promise<RestoreContext<C & ServiceConfig>> => {
  const { db, log, clock, ids, isApplied } = context;
  return {
    ...{ db, log, clock, ids, isApplied, bus: await context.bus() },
    get config() {
      return context.config as C & ServiceConfig;
    },
    report: (line) => context.report(line),
  };
};

const outcomeOf = <C extends ServiceConfig>(
  { neverRestored }: Restoration<C>,
  { topics, unrestored, numbers, begunAgain }: Rebuilt,
  isApplied: boolean,
): AdminOutcome => {
  const events = topics.reduce((sum, topic) => sum + topic.events, 0);
  const rows = [
    ...topics.map(({ topic, ...found }) => ({ what: 'rebuilt', name: topic, ...found })),
    ...numbers.map(({ sequence, lastNumber }) => ({
      what: 'sequence goes on behind',
      name: sequence,
      events: lastNumber,
    })),
    ...begunAgain.map(({ topic, partition }) => ({ what: 'read from its beginning', name: `${topic}/${partition}` })),
    ...counted(unrestored).map(({ what, keys }) => ({ what, name: keys[0], aggregates: keys.length })),
    ...(events === 0 ? [] : neverRestored.map((what) => ({ what: 'lost', name: what }))),
  ];
  const verb = isApplied ? 'were' : 'would be';
  return { rows, summary: `${events} events ${verb} rebuilt; ${unrestored.length} things are in no event.` };
};

const counted = (unrestored: readonly Unrestored[]) => {
  const byWhat = new Map<string, string[]>();
  for (const { what, key } of unrestored) byWhat.set(what, [...(byWhat.get(what) ?? []), key]);
  return [...byWhat].map(([what, keys]) => ({ what, keys }));
};
