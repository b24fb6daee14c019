import { type Clock } from '@repasse/chassis/clock';
import { type Operation } from '@repasse/chassis/http/app';
import { cardDetailsOf } from '@repasse/checkout-kit/server/card-input';
import { plainDocument } from '@repasse/checkout-kit/both-sides/documents';
import { type PaymentState } from '../domain/payment';
import { Card } from '../providers/card';
import { type Payer } from '../providers/provider';
import { type Checkout } from '../store/checkouts';
import { type SavedCards } from '../store/saved-cards';
import { type PayByCard } from '../workflow/pay-by-card';
import { cardDeclined, cardNotCharged } from './checkout-problems';
import { type LoadCheckout } from './load-checkout';
import { faultsOfCard, type PayAtCheckoutBody, refuseInstallments } from './pay-at-checkout-faults';
import { type PresentDeps, presentedCard } from './presented-card';

export interface PayAtCheckoutDeps extends PresentDeps {
  readonly load: LoadCheckout;
  readonly payByCard: PayByCard;
  readonly savedCards: Pick<SavedCards, 'canKeep'>;
  readonly clock: Clock;
}

/**
 * POST …/card: the payer's card goes to the acquirer. The payment has committed that a card is on its way before it is
 * sent, so that no second one can be; the card itself is handed on and forgotten.
 */
export const payAtCheckout = (o: PayAtCheckoutDeps): Operation<PayAtCheckoutBody> => ({
  check: ({ body }, faulty) => faultsOfCard(body, faulty, o.clock.now()),
  handle: async ({ params, body }) => {
    const { checkoutId = '' } = params;
    const loaded = await o.load(checkoutId);
    refuseInstallments(loaded, body.installments);

    const card = new Card(cardDetailsOf(body.card));
    const payer = payerOf(body.payer, loaded.checkout);
    const presented = await presentedCard(o, loaded, { card, installments: body.installments, payer });
    // Nobody asks the acquirer to keep what we could not name again.
    const isToBeSaved = body.saveCard && o.savedCards.canKeep;
    const after = await o.payByCard.charge(presented, card, payer, { isToBeSaved });

    const { state } = await o.load(checkoutId);
    throwIfFailed(after, state);
    return { status: 200, body: state };
  },
});

const throwIfFailed = (payment: PaymentState, state: Parameters<typeof cardDeclined>[0]): void => {
  if (payment.status !== 'failed') return;
  throw payment.reason === 'DECLINED' ? cardDeclined(state, payment.decline) : cardNotCharged(state);
};

/** Who pays says so; where they say nothing, the merchant may have. */
const payerOf = (payer: PayAtCheckoutBody['payer'], kept: Checkout): Payer => ({
  name: payer?.name ?? kept.name,
  email: payer?.email ?? kept.email,
  document: payer?.document === undefined ? kept.document : plainDocument(payer.document),
});
