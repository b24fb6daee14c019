import { type Logger } from '@repasse/chassis/log/logger';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { readCallback } from '../providers/pix/callback';
import { pixProviderName } from '../providers/pix/pix-provider';
import { paymentIdOf } from '../providers/pix/requests';
import { type ProviderRegistry } from '../providers/registry';
import { type CallbackHandler, type CallbackOutcome } from './callback-worker';
import { type Receipts } from './record-receipts';

export interface PixCallbackDeps {
  readonly providers: ProviderRegistry;
  readonly receipts: Receipts;
  readonly log: Logger;
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
  if (paymentId === undefined) return 'unknown_payment';

  const found = await o.providers.named(pixProviderName).inspect({ paymentId });
  switch (found.outcome) {
    case 'found':
      return found.receipts.length === 0 ? 'pending' : o.receipts.record(paymentId, found, 'callback');
    case 'missing':
      return 'unknown_payment';
    case 'silent':
      o.log.warn({ paymentId, detail: found.detail }, 'callback not confirmed yet');
      return 'silent';
  }
};
