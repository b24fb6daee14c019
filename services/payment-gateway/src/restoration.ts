import { type AnyEvent } from '@repasse/contracts';
import { createEventStore } from '@repasse/chassis/event-store/event-store';
import { type Tx } from '@repasse/chassis/postgres/database';
import { rebuildStreams } from '@repasse/chassis/restore/rebuild-streams';
import {
  type LostEvents,
  type Restoration,
  type RestoreContext,
  type Unrestored,
} from '@repasse/chassis/restore/restoration';
import { createMetrics } from '@repasse/chassis/telemetry/metrics';
import { type Config } from './config';
import { payment } from './payments/domain/payment.decide';
import { toDomain, type PublicPaymentEvent } from './payments/public/domain-events';
import { toPublic } from './payments/public/public-events';
import { effectsOf } from './payments/store/payment-effects';
import { payout } from './payouts/domain/payout.decide';
import { toDomainPayout, type PublicPayoutEvent } from './payouts/public/domain-payouts';
import { toPublicPayout } from './payouts/public/public-payouts';
import { payoutEffectsOf } from './payouts/store/payout-effects';
import { holdPayouts } from './payouts/store/held-payouts';

const paymentTopic = 'payment.events.v1';
const payoutTopic = 'payout.events.v1';

const rebuild = async (
  tx: Tx,
  lost: readonly LostEvents[],
  { db, ids }: RestoreContext<Config>,
): Promise<readonly Unrestored[]> => {
  const store = createEventStore({ db, metrics: createMetrics('payment-gateway') });
  const payments = {
    ...{ store, ids, decider: payment, toPublic, effectsOf },
    backward: (event: AnyEvent, before: Parameters<typeof toDomain>[1]) =>
      toDomain(event as PublicPaymentEvent, before),
  };
  const payouts = {
    ...{ store, ids, decider: payout, toPublic: toPublicPayout, effectsOf: payoutEffectsOf },
    backward: (event: AnyEvent, before: Parameters<typeof toDomainPayout>[1]) =>
      toDomainPayout(event as PublicPayoutEvent, before),
  };
  const of = (name: string) => lost.filter(({ topic }) => topic === name);
  return [
    ...(await rebuildStreams(tx, payments, of(paymentTopic))),
    ...(await rebuildStreams(tx, payouts, of(payoutTopic))),
  ];
};

const invoiceNumberOf = ({ data }: AnyEvent): number | undefined =>
  'invoiceId' in data && typeof data.invoiceId === 'number' ? data.invoiceId : undefined;

/** Coins that may be on their way already; a provider that is asked again would send them a second time. */
const finish = async ({ db }: RestoreContext<Config>): Promise<readonly Unrestored[]> =>
  (await holdPayouts(db)).map((key) => ({
    what: 'whether coins were sent meanwhile: look at the provider, then use `payouts resume`, `adopt` or `give-up`',
    key,
  }));

/** How payments, refunds and payouts come back after a restore. */
export const gatewayRestoration: Restoration<Config> = {
  service: 'payment-gateway',
  topics: [paymentTopic, payoutTopic],
  rebuild,
  numbers: [{ sequence: 'invoice_ids', shownBy: invoiceNumberOf }],
  finish,
  neverRestored: [
    'payers (names, e-mails, documents) of payments made meanwhile',
    'cards saved meanwhile: their payers save them again with their next payment',
    'quotes that no payment has used: callers ask for another',
    'records of calls to providers, callbacks that were not handled yet, and statement checks with their settlements',
    'answers kept under an Idempotency-Key: a request of charge is known by its payment id; a repeated refund by its refund id; a repeated payment in coins makes a second one, which its payer does not see',
  ],
};
