import { createCard } from '@repasse/checkout-kit/browser/card';
import { createDeadline } from '@repasse/checkout-kit/browser/deadline';
import { byId } from '@repasse/checkout-kit/browser/dom';
import { createFrameTalk, openFrameTalk } from '@repasse/checkout-kit/browser/frame-talk';
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
  const frameOrigins = originsIn(dataOf('frameOrigins'));
  startMethods();
  startPage({
    first,
    locale,
    ask: () => api.state(),
    eventsUrl: api.eventsUrl,
    partsOf: (page) => partsOf({ ...page, api }, sdk, frameOrigins),
  });
};

const originsIn = (text = ''): readonly string[] => text.split(' ').filter((origin) => origin !== '');

const partsOf = (page: Page, sdk: Sdk, origins: readonly string[]): readonly Part[] => [
  createDeadline(page),
  // Before the code, since it may hide the code.
  createPayer(page),
  ...checkoutMethods.filter(isOffered).map((method) => methodParts[method](page, sdk)),
  createRemainder(page),
  createCardHint(page),
  createOutcome(page, {
    factsOf: (state) => paidFactsOf(page, state),
    ended: page.texts.ended,
    isFramed: origins.length > 0,
  }),
  ...(origins.length === 0 ? [] : [createFrameTalk(page, { chargeId: page.state().chargeId, origins })]),
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

/** A page in a frame that nothing can be paid on has only that to say. */
const refuse = ({ chargeId = '', frameOrigins }: DOMStringMap): void =>
  openFrameTalk(originsIn(frameOrigins))({ type: 'repasse:failed', chargeId, code: 'not_by_pix' });

const main = byId('checkout', HTMLElement);
if (main.dataset['view'] === 'not-by-pix') refuse(main.dataset);
else start();
