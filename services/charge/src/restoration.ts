import { createEventStore } from '@repasse/chassis/event-store/event-store';
import { rebuildStreams } from '@repasse/chassis/restore/rebuild-streams';
import { type LostEvents, type Restoration } from '@repasse/chassis/restore/restoration';
import { createMetrics } from '@repasse/chassis/telemetry/metrics';
import { type Config } from './config';
import { charge } from './domain/charge.decide';
import { feeRuleFor } from './domain/fees';
import { price } from './domain/pricing';
import { domainEventsOf } from './public/restored-events';
import { type PriceBy } from './public/restored-terms';
import { publicEventOf } from './public/public-events';
import { effectsOf } from './store/effects';
import { createMerchantRules } from './store/merchant-rules';

/** How charges come back after a restore: see the chassis, and docs/operations/restore.md. */
export const chargeRestoration: Restoration<Config> = {
  service: 'charge',
  topics: ['charge.events.v1'],
  numbers: [],
  neverRestored: [
    'Payers’ data, the e-mails of a split as it was sent, and texts for providers: they are in no event.',
    'redirectUrl of a charge, so its payer is not led back to the shop, and the bounds of the rule of a fee.',
    'Idempotency keys and attempt keys: a repeat of a request from that time makes a second charge. Look for the first by externalReference.',
    'Fee rules and payment rules that were changed, and erasures of payers that were asked for: do them again.',
    'Attempts by card whose outcome was not known yet: their money parks, and `parked list` names it.',
  ],
  rebuild: async (tx, lost, { db, ids }) => {
    const rules = await createMerchantRules(db).ofAll(usersOf(lost), tx);
    const priceBy: PriceBy = ({ terms: { userId, grossAmountMinor, split } }, method, installments) => {
      const fees = rules.get(userId)?.fees;
      if (fees === undefined) throw new Error(`No fee rules were read for ${userId}.`);
      return price(grossAmountMinor, userId, feeRuleFor(fees, method, installments), split);
    };
    const store = createEventStore({ db, metrics: createMetrics('charge') });
    return rebuildStreams(
      tx,
      {
        ...{ store, ids, effectsOf, decider: charge, toPublic: publicEventOf },
        backward: (event, before) => domainEventsOf(event, before, priceBy),
      },
      lost,
    );
  },
};

const usersOf = (lost: readonly LostEvents[]): readonly number[] => [
  ...new Set(lost.flatMap(({ events }) => events.flatMap(({ data }) => ('userId' in data ? [data.userId] : [])))),
];
