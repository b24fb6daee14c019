import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { readCallback } from '../providers/pix/callback';
import { paymentIdOf } from '../providers/pix/requests';
import { type CallbackHandler, type CallbackOutcome } from './callback-worker';
import { type Refresher } from './refresh-payment';

export interface PixCallbackDeps {
  readonly refresher: Refresher;
  readonly metrics: Metrics;
}

/** The provider answers a few questions at once without slowing down. */
const questionsAtOnceMax = 8;

/**
 * Goes by a PIX callback. The body only says where to look: every charge it names is read again from the provider,
 * and only what is written there is recorded.
 */
export const createPixCallbackHandler = (o: PixCallbackDeps): CallbackHandler => {
  const withoutTxid = o.metrics.counter('repasse_pix_callback_without_txid_total', 'Receipts that name no charge.');
  return async (body) => {
    const { txids, withoutTxidCount } = readCallback(JSON.parse(body));
    if (withoutTxidCount > 0) withoutTxid.inc(withoutTxidCount);

    const outcomes: CallbackOutcome[] = [];
    for (let at = 0; at < txids.length; at += questionsAtOnceMax) {
      const some = txids.slice(at, at + questionsAtOnceMax);
      outcomes.push(...(await Promise.all(some.map((txid) => settle(o, txid)))));
    }
    return outcomes;
  };
};

const settle = async (o: PixCallbackDeps, txid: string): Promise<CallbackOutcome> => {
  const paymentId = paymentIdOf(txid);
  return paymentId === undefined ? 'unknown_payment' : o.refresher.refresh(paymentId, 'callback');
};
