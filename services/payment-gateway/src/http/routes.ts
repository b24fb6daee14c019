import { type TokenVerifier } from '@repasse/chassis/auth/token-verifier';
import { type ServiceParts } from '@repasse/chassis/service/parts';
import { createFreshReads } from '@repasse/chassis/http/fresh-reads';
import { readIdempotencyKey } from '@repasse/chassis/idempotency/read-key';
import { keepAnswers, serve } from '@repasse/chassis/service/serve';
import { type Config } from '../config';
import { type Ledger } from '../clients/split-settlement';
import { createCheckoutUrls } from '../checkout/checkout-link';
import { createCryptoCheckout, type CryptoCheckout } from '../checkout/create-crypto-checkout';
import { plainDocument } from '@repasse/values/check-digits/documents';
import { createCheckoutTokens } from '@repasse/checkout-kit/server/checkout-token';
import { type Providers } from '../providers/open-providers';
import { createFxQuotes } from '../fx/store/fx-quotes';
import { createListedChecks } from '../statements/store/list-statement-checks';
import { createChargePayments } from '../refunds/store/charge-payments';
import { type Work } from '../workflow/start-work';
import { acceptCryptoPayment } from '../crypto/http/accept-crypto-payment';
import { createCryptoPayment } from '../crypto/http/create-crypto-payment';
import { listCryptoPayments } from '../crypto/http/list-crypto-payments';
import { createFxQuote } from '../fx/http/create-fx-quote';
import { eraseInternalPayer } from '../payments/http/erase-internal-payer';
import { eraseSavedCard } from '../cards/http/erase-saved-card';
import { getInternalPayment } from '../payments/http/get-internal-payment';
import { listChargeRefunds, listRefunds } from '../refunds/http/list-refunds';
import { receiveCieloNotification } from '../callbacks/http/receive-cielo-notification';
import { receiveNowpaymentsIpn } from '../callbacks/http/receive-nowpayments-ipn';
import { receivePixCallback } from '../callbacks/http/receive-pix-callback';
import { receiveRevolutCallback } from '../callbacks/http/receive-revolut-callback';
import { requestCardPayment } from '../cards/http/request-card-payment';
import { requestPayment } from '../payments/http/request-payment';
import { requestChargeRefund, requestRefund } from '../refunds/http/request-refund';
import { getPayoutFunding } from '../payouts/http/get-payout-funding';
import { type Funding } from '../payouts/workflow/funding';
import { checkStatement } from '../statements/http/check-statement';
import { getStatementCheck } from '../statements/http/get-statement-check';
import { listSavedCards } from '../cards/http/list-saved-cards';
import { listStatementChecks } from '../statements/http/list-statement-checks';
import { settleDifference } from '../statements/http/settle-difference';
import { defenceOperations } from '../disputes/http/defence-operations';
import { createDefences } from '../disputes/store/defences';
import { createPaymentBody, type PixReceiver } from '../payments/http/payment-body';
import { getSavedCard } from '../cards/http/get-saved-card';

interface ServedWork extends Work {
  readonly providers: Providers;
  readonly funding: Funding | undefined;
  readonly ledger: Ledger;
  readonly verifyToken: TokenVerifier;
  /** For events that were written in a transaction of a request's own. */
  readonly wakeRelay: () => void;
}

export const serveGateway = async (
  parts: ServiceParts<Config>,
  { providers, verifyToken, funding, ledger, wakeRelay, ...work }: ServedWork,
): Promise<string> => {
  const { config, live, clock, log, db } = parts;
  const { payments, statements } = work;
  const { idempotency } = keepAnswers(parts);
  const [checks, chargePayments] = [createListedChecks(db), createChargePayments(db)];
  const paymentBody = createPaymentBody(receiverOf(config));
  const deps = { ...parts, ...work, providers: providers.registry, quotes: createFxQuotes(db), paymentBody };
  const refunds = {
    ...{ ...deps, payouts: providers.coinSender, chargePayments, ledger },
    reads: createFreshReads(),
    limits: { stepUpAboveMinor: config.refundStepUpAboveMinor },
  };
  const coins = openCoins(parts, payments, providers);
  const url = await serve(parts, {
    operations: {
      ...coins.operations,
      requestPayment: requestPayment(deps),
      requestCardPayment: requestCardPayment(deps),
      eraseInternalPayer: eraseInternalPayer(db),
      getSavedCard: getSavedCard(deps),
      createFxQuote: createFxQuote({ ...deps, quoteFor: providers.quoteFor, currencies: providers.currencies }),
      getInternalPayment: getInternalPayment(payments, paymentBody),
      requestRefund: requestRefund(refunds),
      requestChargeRefund: requestChargeRefund(refunds),
      listChargeRefunds: listChargeRefunds(payments, chargePayments, clock),
      listRefunds: listRefunds(payments, clock),
      ...defenceOperations({ ...parts, payments, defences: createDefences(db), wakeRelay }),
      listSavedCards: listSavedCards(work.savedCards),
      eraseSavedCard: eraseSavedCard({ savedCards: work.savedCards, log }),
      getPaymentIdempotency: readIdempotencyKey(idempotency, clock),
      getPayoutFunding: getPayoutFunding(funding),
      checkStatement: checkStatement({ statements, checks, clock }),
      listStatementChecks: listStatementChecks(checks),
      getStatementCheck: getStatementCheck(checks),
      settleDifference: settleDifference({ checks, statements, clock }),
      receiveNowpaymentsIpn: receiveNowpaymentsIpn(deps, providers.nowpayments),
      receivePixCallback: receivePixCallback(deps, () => live().pix.callbackTokens),
      receiveRevolutCallback: receiveRevolutCallback(deps, providers.revolut),
      receiveCieloNotification: receiveCieloNotification(deps, () => live().cielo?.notificationTokens ?? []),
    },
    verifyToken,
    guards: coins.guards,
    internalCallers: () => live().internalCallers,
    idempotency,
  });
  // Stops before the server, which waits for every answer to end.
  parts.lifecycle.onStop('checkout pages', coins.stop);
  return url;
};

/** Payments in coins, and the page where they are paid. */
const openCoins = (
  parts: ServiceParts<Config>,
  payments: Work['payments'],
  { registry, quoteForCrypto: quoteFor, nowpayments }: Providers,
): CryptoCheckout => {
  const { config, live, clock, db } = parts;
  const tokens = createCheckoutTokens({ secrets: () => live().checkout.tokenSecrets, clock });
  const checkoutUrlOf = createCheckoutUrls(tokens, config.checkout.baseUrl);
  const { proxiesInFront } = config.checkout;
  const { receiverName } = config.pix;
  const checkout = createCryptoCheckout({
    ...{ ...parts, payments, tokens, receiverName, proxiesInFront },
    isTest: parts.config.isSandbox,
  });
  return {
    ...checkout,
    operations: {
      createCryptoPayment: createCryptoPayment({
        ...{ ...parts, payments, providers: registry, quotes: createFxQuotes(db), checkoutUrlOf },
        ...{ quoteFor, findLimits: nowpayments?.findLimits },
      }),
      listCryptoPayments: listCryptoPayments(db),
      acceptCryptoPayment: acceptCryptoPayment({ ...parts, payments, checkoutUrlOf }),
      ...checkout.operations,
    },
  };
};

const receiverOf = ({ pix: { receiverName: name }, receiverDocument }: Config): PixReceiver => ({
  name,
  document: receiverDocument === undefined ? null : plainDocument(receiverDocument),
});
