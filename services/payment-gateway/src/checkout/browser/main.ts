import { createAsk } from '@repasse/checkout-kit/browser/ask';
import { createDeadline } from '@repasse/checkout-kit/browser/deadline';
import { createNotice } from '@repasse/checkout-kit/browser/notice';
import { createOutcome } from '@repasse/checkout-kit/browser/outcome';
import { readPage, startPage } from '@repasse/checkout-kit/browser/start-page';
import { remainderText } from '../both-sides/coin-texts.ts';
import { type CryptoCheckoutState } from '../both-sides/crypto-checkout-state.ts';
import { paidFactsOf } from '../both-sides/paid-facts.ts';
import { createCoins } from './coins.ts';

const start = (): void => {
  const { first, locale, token } = readPage<CryptoCheckoutState>();
  const checkout = `/checkout/crypto/${encodeURIComponent(first.paymentId)}`;
  const ask = createAsk(token);
  startPage({
    first,
    locale,
    ask: () => ask<CryptoCheckoutState>(`${checkout}/state`),
    eventsUrl: `${checkout}/events?token=${encodeURIComponent(token)}`,
    partsOf: (page) => [
      createDeadline(page),
      createCoins(page),
      createNotice(page, 'remainder', (state) => remainderText(state, page.texts)),
      createOutcome(page, { factsOf: (state) => paidFactsOf(page, state), ended: page.texts.coins.ended }),
    ],
  });
};

start();
