import { type ServiceParts } from '@repasse/chassis/service/parts';
import { readIdempotencyKey } from '@repasse/chassis/idempotency/read-key';
import { keepAnswers, serve, tokenVerifier } from '@repasse/chassis/service/serve';
import { type Config } from '../config';
import { plainDocument } from '../domain/documents';
import { type Providers } from '../providers/open-providers';
import { createFxQuotes } from '../store/fx-quotes';
import { createStandalonePayments } from '../store/standalone-payments';
import { type Work } from '../workflow/start-work';
import { createCryptoPayment } from './create-crypto-payment';
import { createFxQuote } from './create-fx-quote';
import { createPayment } from './create-payment';
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
import { type PixReceiver } from './standalone-body';

/** A bank may report many receipts in one callback, each of some 500 bytes. */
const bodyLimitBytes = 1024 * 1024;

export const serveGateway = (
  parts: ServiceParts<Config>,
  { payments, callbacks, payByCard, refund, providers }: Work & { readonly providers: Providers },
): Promise<string> => {
  const { config, clock, ids, log, metrics, db } = parts;
  const { quoteFor, currencies, registry } = providers;
  const quotes = createFxQuotes(db);
  const { idempotency } = keepAnswers(parts);
  const standalone = { payments, standalone: createStandalonePayments(db), receiver: receiverOf(config) };
  return serve(parts, {
    operations: {
      requestPayment: requestPayment({ payments, providers: registry, quotes, clock, log }),
      requestCardPayment: requestCardPayment({ payments, providers: registry, payByCard, clock }),
      createFxQuote: createFxQuote({ quoteFor, quotes, currencies, metrics }),
      getInternalPayment: getInternalPayment(payments),
      requestRefund: requestRefund({ payments, refund, clock, ids }),
      listRefunds: listRefunds(payments),
      createPayment: createPayment({ ...standalone, providers: registry, clock, ids, log }),
      getPayment: getPayment(standalone),
      getPaymentIdempotency: readIdempotencyKey(idempotency, clock),
      createCryptoPayment: createCryptoPayment({
        ...{ payments, providers: registry, quotes, clock, ids, log },
        quoteFor: providers.quoteForCrypto,
        checkMinimum: providers.nowpayments?.checkMinimum,
      }),
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
    internalToken: config.internalToken,
    idempotency,
    bodyLimitBytes,
  });
};

const receiverOf = ({ pix: { receiverName: name }, receiverDocument }: Config): PixReceiver => ({
  name,
  document: receiverDocument === undefined ? undefined : plainDocument(receiverDocument),
});
