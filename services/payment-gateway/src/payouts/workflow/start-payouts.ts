import { type EventStore } from '@repasse/chassis/event-store/event-store';
import { type ServiceParts } from '@repasse/chassis/service/parts';
import { startDueWork } from '@repasse/chassis/waiting/due-work';
import { type Destinations } from '../../clients/identity';
import { type Ledger } from '../../clients/split-settlement';
import { type Config } from '../../config';
import { type Providers } from '../../providers/open-providers';
import { createDuePayouts, type DuePayout } from '../../store/due-streams';
import { retryAt } from '../../workflow/retry-at';
import { isReadUntil, payoutPauses, returnPauses } from '../domain/payout-due-time';
import { allRails, type Rail, rails } from '../domain/rails';
import { createPayoutReceivers } from '../store/payout-receivers';
import { createPayoutStore, type PayoutStore } from '../store/payout-store';
import { pixProviderName } from '../../providers/pix/create-pix';
import { createFunding, fundingMissing, type Funding } from './funding';
import { startFundingWatch } from './funding-watch';
import { payOut, type PayoutWay, stepsTotal } from './pay-out';
import { priceInCoins, priceInReais } from './price-payout';

/** The work between withdrawals and the providers that pay out. */
export type Payouts = ReturnType<typeof startPayouts>;

interface PayoutNeeds {
  readonly store: EventStore;
  readonly providers: Providers;
  /** Undefined where nothing is sent to destinations. */
  readonly destinations: Destinations | undefined;
  readonly ledger: Pick<Ledger, 'tellFunding'>;
  readonly backstopMs?: number | undefined;
}

type Parts = ServiceParts<Config>;

export const startPayouts = (parts: Parts, o: PayoutNeeds) => {
  const payouts = createPayoutStore({ ...parts, store: o.store });
  const receivers = createPayoutReceivers(parts.db);
  stepsTotal(parts.metrics);
  const { ways, funding } = openWays(parts, { ...o, payouts, receivers });
  const deps = { ...parts, payouts, ways, receiverOf: receivers.find };
  const go = (withdrawalId: string) => payOut(deps, withdrawalId);
  const reconcilers = allRails.map((rail) => startRail(parts, { rail, go, backstopMs: o.backstopMs }));
  payouts.onDue((dueAt) => reconcilers.forEach((each) => each.expect(dueAt)));
  return { payouts, payOut: go, funding, wake: () => reconcilers.forEach((each) => each.wake()) };
};

const startRail = (
  { clock, log, lifecycle, db, config }: Parts,
  o: { readonly rail: Rail; readonly go: (id: string) => Promise<unknown>; readonly backstopMs: number | undefined },
) => {
  const { isNamedByUs, atOnce } = rails[o.rail];
  const due = createDuePayouts(db, o.rail);
  const name = `payout reconciler ${o.rail}`;
  // Any number of processes may run one.
  const reconciler = startDueWork({
    ...{ name, clock, log, backstopMs: o.backstopMs, claim: due.claim },
    atOnceMax: isNamedByUs ? config.pix.payoutsAtOnce : atOnce,
    work: async (payout) => {
      // A recorded event has set its own time.
      if ((await o.go(payout.id)) === 'recorded') return null;
      const dueAt = nextLook(clock, payout);
      return (await due.putOff(payout, dueAt)) ? dueAt : null;
    },
  });
  lifecycle.onStop(name, () => reconciler.stop());
  return reconciler;
};

/** A paid payout is read less and less often, and some days later not any more. */
const nextLook = (clock: Parts['clock'], { settledAt, tries }: DuePayout & { readonly tries: number }) => {
  if (settledAt === null) return retryAt(clock, tries, payoutPauses);
  const dueAt = retryAt(clock, tries, returnPauses);
  return isReadUntil(settledAt, dueAt) ? dueAt : null;
};

const openWays = (
  parts: Parts,
  o: PayoutNeeds & { readonly payouts: PayoutStore; readonly receivers: ReturnType<typeof createPayoutReceivers> },
): { readonly ways: ReadonlyMap<string, PayoutWay>; readonly funding: Funding | undefined } => {
  const { coinSender, pixSender, quoteForPayout } = o.providers;
  const ways = new Map<string, PayoutWay>();
  if (coinSender !== undefined) {
    ways.set(coinSender.name, { provider: coinSender, price: priceInCoins(coinSender, quoteForPayout) });
  }
  if (pixSender === undefined || o.destinations === undefined) {
    fundingMissing({ ...parts, provider: { name: pixProviderName } });
    return { ways, funding: undefined };
  }
  const { destinations, receivers } = o;
  const dueMinor = () => o.payouts.dueMinor(pixSender.rail);
  const funding = createFunding({ ...parts, provider: pixSender, dueMinor, tell: o.ledger.tellFunding });
  const watch = startFundingWatch({ ...parts, funding, intervalMs: parts.config.pix.fundingIntervalMs });
  parts.lifecycle.onStop('funding watch', () => watch.stop());
  const price = priceInReais({ provider: pixSender, destinations, receivers, funding });
  ways.set(pixSender.name, { provider: pixSender, price });
  return { ways, funding };
};
