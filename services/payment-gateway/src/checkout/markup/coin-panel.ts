import { filled } from '@repasse/checkout-kit/both-sides/texts';
import { copyField } from '@repasse/checkout-kit/markup/copy-field';
import { html, type Markup } from '@repasse/checkout-kit/markup/html';
import { type Look } from '@repasse/checkout-kit/markup/look';
import { qrPicture } from '@repasse/checkout-kit/markup/qr-picture';
import { coinSymbol } from '../both-sides/coin-names';
import { coinStanding, networkText, onlyThisText, remainderText } from '../both-sides/coin-texts';
import { type CryptoCheckoutState } from '../both-sides/crypto-checkout-state';

/**
 * The panel with amount, address and code. The texts to copy come first: a phone cannot scan its own screen. The
 * configured receiver stands in for a merchant whom the page does not name; no bank shows it here.
 */
export const coinPanel = (
  look: Look,
  state: CryptoCheckoutState,
  { isMerchantNamed }: { readonly isMerchantNamed: boolean },
): Markup => {
  const { texts } = look;
  const { coins, pix } = texts;
  const coin = coinSymbol(state.payCurrency);
  return html`
    ${notice('remainder', remainderText(state, texts))}
    <section
      class="panel card"
      id="panel-CRYPTO"
      aria-labelledby="coins-heading"
      data-standing="${coinStanding(state)}"
    >
      <h2 id="coins-heading" tabindex="-1">${filled(coins.heading, { coin })}</h2>
      <p class="waiting when-pending"><span class="pulse"></span>${coins.pending}</p>
      <div class="when-ready">
        ${isMerchantNamed ? html`` : html`<p class="receiver">${pix.receiver} <b>${state.receiverName}</b></p>`}
        <p class="network" id="coin-network">${networkText(state, texts) ?? ''}</p>
        ${fields(look, state)}
        <p class="notice wait" id="coin-only-this">${onlyThisText(state, texts)}</p>
        ${qrPicture('coin-qr', coins.qrAlt, state.transfer?.qrCodeBase64 ?? null)}
        <p class="small">${coins.fees}</p>
        <p class="waiting"><span class="pulse"></span>${pix.waiting}</p>
      </div>
    </section>
  `;
};

const notice = (id: string, text: string | null): Markup => html`
  <p class="notice wait" id="${id}" tabindex="-1" ${text === null ? html`hidden` : html``}>${text ?? ''}</p>
`;

const fields = ({ texts: { coins } }: Look, { payCurrency, transfer }: CryptoCheckoutState): Markup => {
  const memo = transfer?.memo ?? null;
  return html`
    ${copyField({
      ...{ field: 'coin-amount', button: 'coin-amount-copy', copy: coins.copyAmount },
      label: filled(coins.exactAmount, { coin: coinSymbol(payCurrency) }),
      value: transfer?.duePayAmount ?? '',
    })}
    ${copyField({
      ...{ field: 'coin-address', button: 'coin-address-copy', label: coins.address, copy: coins.copyAddress },
      value: transfer?.payAddress ?? '',
      lines: addressLines,
    })}
    <div id="coin-memo-part" ${memo === null ? html`hidden` : html``}>
      ${copyField({
        ...{ field: 'coin-memo', button: 'coin-memo-copy', label: coins.memo, copy: coins.copyMemo },
        value: memo ?? '',
      })}
      <p class="notice bad">${coins.memoNeeded}</p>
    </div>
  `;
};

/** All of an address is shown, to be compared with what the wallet says; most take two lines of a phone. */
const addressLines = 2;
