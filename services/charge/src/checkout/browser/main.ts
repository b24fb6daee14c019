import { createCard } from '@repasse/checkout-kit/browser/card';
import { createDeadline } from '@repasse/checkout-kit/browser/deadline';
import { createOutcome } from '@repasse/checkout-kit/browser/outcome';
import { readPage, startPage } from '@repasse/checkout-kit/browser/start-page';
import { checkoutMethods, type CheckoutMethod, type CheckoutState } from '../both-sides/checkout-state.ts';
import { createApi } from './api.ts';
import { createInternational, type Sdk } from './international.ts';
import { chooseMethod, isOffered, startMethods } from './methods.ts';
import { type Page, type Part } from './charge-page.ts';
import { paidFactsOf } from '../both-sides/paid-facts.ts';
import { createPayer } from './payer.ts';
import { createPix } from './pix.ts';
import { createCardHint, createRemainder } from './remainder.ts';

const start = (): void => {
  const { first, locale, token, dataOf } = readPage<CheckoutState>();
  const api = createApi(first.chargeId, token);
  const sdk: Sdk = { url: dataOf('sdkUrl'), payer: JSON.parse(dataOf('payer')) as Sdk['payer'] };
  startMethods();
  startPage({
    first,
    locale,
    ask: () => api.state(),
    eventsUrl: api.eventsUrl,
    partsOf: (page) => partsOf({ ...page, api }, sdk),
  });
};

const partsOf = (page: Page, sdk: Sdk): readonly Part[] => [
  createDeadline(page),
  // Before the code, since it may hide the code.
  createPayer(page),
  ...checkoutMethods.filter(isOffered).map((method) => methodParts[method](page, sdk)),
  createRemainder(page),
  createCardHint(page),
  createOutcome(page, { factsOf: (state) => paidFactsOf(page, state), ended: page.texts.ended }),
];

const createChargeCard = (page: Page): Part =>
  createCard(page, {
    pay: (payment) => page.api.payByCard(payment),
    tryOf: ({ card }) => card,
    dueOf,
    payByPix: isOffered('PIX') ? () => chooseMethod('PIX') : undefined,
  });

const methodParts: Readonly<Record<CheckoutMethod, (page: Page, sdk: Sdk) => Part>> = {
  PIX: createPix,
  CREDIT_CARD: createChargeCard,
  INTERNATIONAL: createInternational,
};

const dueOf = ({ dueAmount: amount, currency, installmentsMax }: CheckoutState) => ({
  amount,
  currency,
  installmentsMax,
});

start();
