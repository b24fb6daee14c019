import { type EventStore } from '@repasse/chassis/event-store/event-store';
import { type ServiceParts } from '@repasse/chassis/service/parts';
import { startDueWork } from '@repasse/chassis/waiting/due-work';
import { type Providers } from '../../providers/open-providers';
import { payoutPauses } from '../domain/payout-due-time';
import { createDuePayouts } from '../../store/due-streams';
import { createPayoutStore } from '../store/payout-store';
import { retryAt } from '../../workflow/retry-at';
import { payOut, stepsTotal } from './pay-out';

/** The work between withdrawals and the provider that sends coins. */
export type Payouts = ReturnType<typeof startPayouts>;

/** Few enough to leave the provider's capacity to payers, whose requests use the same connections. */
const payoutsAtOnceMax = 4;

export const startPayouts = (
  parts: ServiceParts,
  o: { store: EventStore; providers: Providers; backstopMs?: number | undefined },
) => {
  const { clock, log, lifecycle, metrics, db } = parts;
  const payouts = createPayoutStore({ ...parts, store: o.store });
  const { payouts: provider, quoteForPayout: quoteFor } = o.providers;
  stepsTotal(metrics);
  const deps = { ...parts, payouts, provider, quoteFor };
  const due = createDuePayouts(db);
  // Any number of processes may run one.
  const reconciler = startDueWork({
    ...{ name: 'payout reconciler', clock, log, backstopMs: o.backstopMs },
    atOnceMax: payoutsAtOnceMax,
    claim: due.claim,
    work: async (payout) => {
      await payOut(deps, payout.id);
      const dueAt = retryAt(clock, payout.tries, payoutPauses);
      // Takes effect only if nothing was recorded: a recorded event has set its own time.
      return (await due.putOff(payout, dueAt)) ? dueAt : null;
    },
  });
  payouts.onDue(reconciler.expect);
  lifecycle.onStop('payout reconciler', () => reconciler.stop());
  return { payouts, payOut: (withdrawalId: string) => payOut(deps, withdrawalId), reconciler };
};
