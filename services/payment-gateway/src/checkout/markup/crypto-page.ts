import { languageTagOf } from '@repasse/checkout-kit/both-sides/locale';
import { statusAt } from '@repasse/checkout-kit/both-sides/payable';
import { filled } from '@repasse/checkout-kit/both-sides/texts';
import { html } from '@repasse/checkout-kit/markup/html';
import type { Look } from '@repasse/checkout-kit/markup/look';
import { paymentPage } from '@repasse/checkout-kit/markup/payment-page';
import type { Visit } from '@repasse/checkout-kit/server/get-page';
import type { CryptoCheckoutState } from '../both-sides/crypto-checkout-state';
import type { OpenedCryptoCheckout } from '../load-crypto-checkout';
import { coinPanel } from './coin-panel';

/** The page of a payment in coins. */
export const cryptoPage = ({ state, merchant }: OpenedCryptoCheckout, visit: Visit): string => {
  const { look } = visit;
  return paymentPage({
    ...visit,
    merchant,
    status: statusAt(state, Date.parse(state.now)),
    amount: look.money(state.amount, state.currency),
    description: whatFor(look, state),
    needsScript: filled(look.texts.coins.needsScript, { until: timeText(look, state.expiresAt) }),
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

/** Only the script knows the payer's time zone. */
const timeText = ({ locale }: Look, at: string): string =>
  new Intl.DateTimeFormat(languageTagOf(locale), {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone: 'America/Sao_Paulo',
  }).format(new Date(at));
