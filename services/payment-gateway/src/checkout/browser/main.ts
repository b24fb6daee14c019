import { createCard } from '@repasse/checkout-kit/browser/card';
import { createDeadline } from '@repasse/checkout-kit/browser/deadline';
import { createOutcome } from '@repasse/checkout-kit/browser/outcome';
import type { Page, Part } from '@repasse/checkout-kit/browser/page';
import { createPixCode } from '@repasse/checkout-kit/browser/pix-code';
import { readPage, startPage } from '@repasse/checkout-kit/browser/start-page';
import type { CheckoutState } from '../both-sides/checkout-state.ts';
import { pixStanding } from '../both-sides/pix-standing.ts';
import { createApi, type Api } from './api.ts';
import { createPayer } from './payer.ts';

const start = (): void => {
  const { first, locale, token } = readPage<CheckoutState>();
  const api = createApi(first.checkoutId, token);
  startPage({
    first,
    locale,
    ask: api.state,
    eventsUrl: api.eventsUrl,
    partsOf: (page) => [createDeadline(page), ...waysToPay(page, api), outcome(page)],
  });
};

/** The payer's panel comes before the code's: a code is not taken to while it is hidden. */
const waysToPay = (page: Page<CheckoutState>, api: Api): readonly Part<CheckoutState>[] =>
  page.state().paymentMethod === 'PIX'
    ? [createPayer(page, api.tellPayer), createPixCode(page, { codeOf: ({ pix }) => pix, standingOf: pixStanding })]
    : [createCard(page, { pay: api.payByCard, tryOf: ({ card }) => card, payByPix: undefined })];

const outcome = (page: Page<CheckoutState>): Part<CheckoutState> =>
  createOutcome(page, ({ amount, currency, invoiceId, paymentMethod }) => ({
    amount,
    currency,
    reference: String(invoiceId),
    method: paymentMethod,
  }));

start();
