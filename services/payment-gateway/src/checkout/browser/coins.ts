import { pngSource } from '@repasse/checkout-kit/both-sides/png-source';
import { startCopying, textFieldOf } from '@repasse/checkout-kit/browser/copy';
import { byId, showText } from '@repasse/checkout-kit/browser/dom';
import { type Page, type Part } from '@repasse/checkout-kit/browser/page';
import { showStanding } from '@repasse/checkout-kit/browser/standing';
import { coinStanding, networkText, onlyThisText } from '../both-sides/coin-texts.ts';
import { type CoinTransfer, type CryptoCheckoutState } from '../both-sides/crypto-checkout-state.ts';

/** The panel with amount, address and memo, and their copy buttons. */
export const createCoins = (page: Page<CryptoCheckoutState>): Part<CryptoCheckoutState> => {
  const panel = byId('panel-CRYPTO', HTMLElement);
  const { copyAmount, copyAddress, copyMemo, copied, copyFailed } = page.texts.coins;
  for (const [field, copy] of [
    ['coin-amount', copyAmount],
    ['coin-address', copyAddress],
    ['coin-memo', copyMemo],
  ] as const) {
    startCopying(page, { field, button: `${field}-copy`, words: { copy, copied, copyFailed } });
  }
  return {
    show: (state) => {
      if (state.transfer !== null) showTransfer(state.transfer);
      showText(byId('coin-network', HTMLElement), networkText(state, page.texts));
      byId('coin-only-this', HTMLElement).textContent = onlyThisText(state, page.texts);
      showStanding(page, panel, coinStanding(state));
    },
  };
};

const showTransfer = ({ duePayAmount, payAddress, memo, qrCodeBase64 }: CoinTransfer): void => {
  textFieldOf('coin-amount').value = duePayAmount;
  textFieldOf('coin-address').value = payAddress;
  textFieldOf('coin-memo').value = memo ?? '';
  byId('coin-memo-part', HTMLElement).hidden = memo === null;
  byId('coin-qr', HTMLImageElement).src = pngSource(qrCodeBase64);
};
