import { toIso } from '@repasse/chassis/clock';
import { poll } from '@repasse/chassis/waiting/poll';
import { differenceKinds } from '../domain/statement';
import { canList, checkLeaseMs, makeCheck, type Lister, type StatementCheckDeps } from './statement-check';
import { daysToSchedule, dueAtOf } from './statement-day';

interface StatementCheckerOptions extends StatementCheckDeps {
  readonly pollIntervalMs?: number | undefined;
}

export type StatementChecker = ReturnType<typeof startStatementChecker>;

/** A check has a whole day's time. */
const pollIntervalMsDefault = 60_000;

/** Checks each provider's statement of each day, some hours after it. Any number of processes may run one. */
export const startStatementChecker = (o: StatementCheckerOptions) => {
  const listers: readonly Lister[] = [...o.providers.all.filter(canList), ...(o.sent === undefined ? [] : [o.sent])];
  const names = listers.map(({ name }) => name);
  const show = createGauges(o, names);
  const { pollIntervalMs: intervalMs = pollIntervalMsDefault } = o;
  const checking = poll({
    name: 'statement checks',
    intervalMs,
    firstDelayMs: intervalMs,
    log: o.log,
    run: async () => {
      for (const provider of names) await schedule(o, provider);
      await show();
      const taken = await o.checks.takeDue({ now: toIso(o.clock.now()), leaseMs: checkLeaseMs, providers: names });
      const provider = listers.find(({ name }) => name === taken?.provider);
      if (taken === undefined || provider === undefined) return false;
      await makeCheck(o, provider, taken);
      await show();
      return true;
    },
  });
  return {
    /** The providers that can list a statement. */
    listers,
    /** Checks a day now; `busy` while another process does. */
    checkNow: async (provider: Lister, day: string): Promise<{ readonly checkId: string } | 'busy'> => {
      const now = toIso(o.clock.now());
      const taken = await o.checks.take({ provider: provider.name, day, dueAt: dueAtOf(day), now }, checkLeaseMs);
      if (taken === undefined) return 'busy';
      await makeCheck(o, provider, taken);
      await show();
      return { checkId: taken.checkId };
    },
    /** Brings the metrics up to date at once; they are anyway at the next look. */
    showOpen: show,
    stop: () => checking.stop(),
  };
};

const schedule = async ({ checks, clock }: StatementCheckerOptions, provider: string): Promise<void> => {
  const now = toIso(clock.now());
  const days = daysToSchedule(await checks.lastScheduled(provider), clock.now());
  for (const day of days) await checks.schedule({ provider, day, dueAt: dueAtOf(day), now });
};

/** Read from the tables, so that each process shows the same, also after a restart. */
const createGauges = ({ checks, metrics }: StatementCheckerOptions, names: readonly string[]) => {
  const open = metrics.gauge('repasse_statement_differences', 'Differences from statements that are not settled.', [
    'provider',
    'kind',
  ]);
  const last = metrics.gauge(
    'repasse_statement_check_last_success_timestamp_seconds',
    'When a whole day was last checked; 0 before the first.',
    ['provider'],
  );
  return async (): Promise<void> => {
    const [differences, successes] = await Promise.all([checks.openDifferences(), checks.lastSuccesses()]);
    for (const provider of names) {
      for (const kind of differenceKinds) {
        const found = differences.find((each) => each.provider === provider && each.kind === kind);
        open.set({ provider, kind }, found?.count ?? 0);
      }
      const success = successes.find((each) => each.provider === provider);
      last.set({ provider }, success === undefined ? 0 : Date.parse(success.succeededAt) / 1_000);
    }
  };
};
