import { type EventStore } from '@repasse/chassis/event-store/event-store';
import { type DuePoll } from '@repasse/chassis/waiting/poll-due';
import { type Providers } from '../../providers/open-providers';
import { createDuePayouts } from '../store/due-payouts';
import { createPayoutStore, type PayoutStore } from '../store/payout-store';
import { createPayOut, type PayOut } from './pay-out';
import { startPayoutReconciler } from './payout-reconciler';
import { type Parts } from '../../payments/workflow/work-parts';

/** The work between withdrawals and the provider that sends coins. */
export interface Payouts {
  readonly payouts: PayoutStore;
  readonly payOut: PayOut;
  readonly reconciler: DuePoll;
}

export const startPayouts = (
  parts: Parts,
  o: { store: EventStore; providers: Providers; backstopMs?: number | undefined },
): Payouts => {
  const { clock, ids, log, metrics, lifecycle, db } = parts;
  const payouts = createPayoutStore({ db, store: o.store, ids });
  const { payouts: provider, quoteForPayout: quoteFor } = o.providers;
  const payOut = createPayOut({ payouts, provider, quoteFor, clock, log, metrics });
  const due = createDuePayouts(db);
  const reconciler = startPayoutReconciler({ payouts, due, payOut, clock, log, backstopMs: o.backstopMs });
  lifecycle.onStop('payout reconciler', () => reconciler.stop());
  return { payouts, payOut, reconciler };
};
