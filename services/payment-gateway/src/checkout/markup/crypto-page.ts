import { statusAt } from '@repasse/checkout-kit/both-sides/payable';
import { filled } from '@repasse/checkout-kit/both-sides/texts';
import { html } from '@repasse/checkout-kit/markup/html';
import { type Look } from '@repasse/checkout-kit/markup/look';
import { paymentPage } from '@repasse/checkout-kit/markup/payment-page';
import { type Visit } from '@repasse/checkout-kit/server/get-page';
import { type CryptoCheckoutState } from '../both-sides/crypto-checkout-state';
import { paidFactsOf } from '../both-sides/paid-facts';
import { type OpenedCryptoCheckout } from '../load-crypto-checkout';
import { coinPanel } from './coin-panel';

/** The page of a payment in coins. */
export const cryptoPage = ({ state, merchant }: OpenedCryptoCheckout, visit: Visit): string => {
  const { look } = visit;
  return paymentPage({
    ...visit,
    merchant,
    outcome: {
      status: statusAt(state, Date.parse(state.now)),
      facts: paidFactsOf(look, state),
      redirectUrl: state.redirectUrl,
    },
    amount: look.money(state.amount, state.currency),
    description: whatFor(look, state),
    needsScript: filled(look.texts.coins.needsScript, { until: look.timeText(state.expiresAt) }),
    outcomeTexts: look.texts.coins,
    data: html`data-state="${JSON.stringify(state)}"`,
    pay: coinPanel(look, state, { isMerchantNamed: merchant !== null }),
  });
};

/** The merchant's words; without them the merchant's reference, by which the payer knows an order. */
const whatFor = ({ texts }: Look, { description, externalReference }: CryptoCheckoutState): string | null => {
  if (description !== null) return description;
  return externalReference === null ? null : filled(texts.coins.reference, { reference: externalReference });
};
