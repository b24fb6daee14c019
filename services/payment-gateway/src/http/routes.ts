import { type ServiceParts } from '@repasse/chassis/service/parts';
import { readIdempotencyKey } from '@repasse/chassis/idempotency/read-key';
import { keepAnswers, serve, tokenVerifier } from '@repasse/chassis/service/serve';
import { createCheckoutLink } from '../checkout/checkout-id';
import { createCheckout } from '../checkout/create-checkout';
import { type Config } from '../config';
import { plainDocument } from '@repasse/checkout-kit/both-sides/documents';
import { type Providers } from '../providers/open-providers';
import { createCheckouts } from '../store/checkouts';
import { createFxQuotes } from '../store/fx-quotes';
import { createListedCards } from '../store/list-saved-cards';
import { createListedChecks } from '../store/list-statement-checks';
import { createSettledDifferences } from '../store/settled-differences';
import { createStandalonePayments } from '../store/standalone-payments';
import { type Work } from '../workflow/start-work';
import { acceptCryptoPayment } from './accept-crypto-payment';
import { createCardPayment } from './create-card-payment';
import { createCryptoPayment } from './create-crypto-payment';
import { createFxQuote } from './create-fx-quote';
import { createPayment } from './create-payment';
import { eraseSavedCard } from './erase-saved-card';
import { getInternalPayment } from './get-internal-payment';
import { getPayment } from './get-payment';
import { listRefunds } from './list-refunds';
import { receiveCieloNotification } from './receive-cielo-notification';
import { receiveNowpaymentsIpn } from './receive-nowpayments-ipn';
import { receivePixCallback } from './receive-pix-callback';
import { receiveRevolutCallback } from './receive-revolut-callback';
import { requestCardPayment } from './request-card-payment';
import { requestPayment } from './request-payment';
import { requestRefund } from './request-refund';
import { checkStatement } from './check-statement';
import { getStatementCheck } from './get-statement-check';
import { listSavedCards } from './list-saved-cards';
import { listStatementChecks } from './list-statement-checks';
import { settleDifference } from './settle-difference';
import { type PixReceiver } from './standalone-body';

export const serveGateway = async (
  parts: ServiceParts<Config>,
  {
    payments,
    callbacks,
    payByCard,
    savedCards,
    refund,
    statements,
    providers,
  }: Work & { readonly providers: Providers },
): Promise<string> => {
  const { config, clock, ids, log, metrics, db } = parts;
  const { quoteFor, currencies, registry } = providers;
  const quotes = createFxQuotes(db);
  const { idempotency } = keepAnswers(parts);
  const checks = createListedChecks(db);
  const checkoutLink = createCheckoutLink(config.checkout.baseUrl);
  const checkouts = createCheckouts(db);
  const checkout = createCheckout({ payments, checkouts, payByCard, savedCards, clock, ids, log });
  const receiver = receiverOf(config);
  const standalone = { payments, standalone: createStandalonePayments(db), receiver, checkoutLink };
  const url = await serve(parts, {
    operations: {
      requestPayment: requestPayment({ payments, providers: registry, quotes, clock, log }),
      requestCardPayment: requestCardPayment({ payments, providers: registry, payByCard, clock }),
      createFxQuote: createFxQuote({ quoteFor, quotes, currencies, metrics }),
      getInternalPayment: getInternalPayment(payments),
      requestRefund: requestRefund({ payments, refund, payouts: providers.payouts, clock, ids }),
      listRefunds: listRefunds(payments),
      createPayment: createPayment({ ...standalone, providers: registry, clock, ids, log }),
      createCardPayment: createCardPayment({
        ...{ payments, providers: registry, checkouts, checkoutLink, clock, ids },
        ...{ payByCard, savedCards },
      }),
      listSavedCards: listSavedCards(createListedCards(db)),
      eraseSavedCard: eraseSavedCard({ savedCards, log }),
      getPayment: getPayment(standalone),
      ...checkout.operations,
      getPaymentIdempotency: readIdempotencyKey(idempotency, clock),
      createCryptoPayment: createCryptoPayment({
        ...{ payments, providers: registry, quotes, clock, ids, log },
        quoteFor: providers.quoteForCrypto,
        checkMinimum: providers.nowpayments?.checkMinimum,
      }),
      acceptCryptoPayment: acceptCryptoPayment({ payments, clock, log }),
      checkStatement: checkStatement({ statements, checks, clock }),
      listStatementChecks: listStatementChecks(checks),
      getStatementCheck: getStatementCheck(checks),
      settleDifference: settleDifference({ settled: createSettledDifferences(db), checks, statements, clock }),
      receiveNowpaymentsIpn: receiveNowpaymentsIpn({ isSigned: providers.nowpayments?.isSigned, callbacks, metrics }),
      receivePixCallback: receivePixCallback({ token: config.pix.callbackToken, callbacks, metrics }),
      receiveRevolutCallback: receiveRevolutCallback({ verify: providers.revolut?.verify, callbacks, metrics }),
      receiveCieloNotification: receiveCieloNotification({
        token: config.cielo?.notificationToken,
        callbacks,
        metrics,
      }),
    },
    verifyToken: tokenVerifier(parts),
    guards: checkout.guards,
    internalToken: config.internalToken,
    idempotency,
  });
  // Stops before the server, which waits for every answer to end.
  parts.lifecycle.onStop('checkout pages', () => checkout.stop());
  return url;
};

const receiverOf = ({ pix: { receiverName: name }, receiverDocument }: Config): PixReceiver => ({
  name,
  document: receiverDocument === undefined ? undefined : plainDocument(receiverDocument),
});
