import { anything, lenient, many, matcher, object, text } from '../wire/schema';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { type NamesIn } from '../callback';
import { paymentIdOf } from './requests';

/** Banks put a handful of receipts into one call; the body limit allows many more, and each costs a question. */
const txidsMax = 500;

interface Callback {
  /** The charges the callback names. Nothing else in the body is trusted: anyone could have posted it. */
  readonly txids: readonly string[];
  /** Receipts of static codes and transfers carry no txid; they belong to no payment here. */
  readonly withoutTxidCount: number;
  /** True when it reports money that went back: only such a callback announces a dispute. */
  readonly hasMoneyBack: boolean;
}

const callbackIn = matcher(object({ pix: anything }));
const receiptIn = matcher(object({ txid: lenient(text), devolucoes: anything }));

/** Reads `{"pix":[…]}`; also takes a lone object where the standard's own examples have one. */
export const readCallback = (body: unknown): Callback => {
  const named = many(callbackIn(body)?.pix).map(receiptIn);
  const txids = named.flatMap((each) => each?.txid ?? []);
  const hasMoneyBack = named.some((each) => each?.devolucoes !== undefined);
  return { txids: [...new Set(txids)].slice(0, txidsMax), withoutTxidCount: named.length - txids.length, hasMoneyBack };
};

/** The payments that a callback names by their txids. */
export const createNamesIn = (metrics: Metrics): NamesIn => {
  const withoutTxid = metrics.counter('repasse_pix_callback_without_txid_total', 'Receipts that name no charge.');
  return (body) => {
    const { txids, withoutTxidCount } = readCallback(JSON.parse(body));
    if (withoutTxidCount > 0) withoutTxid.inc(withoutTxidCount);
    return Promise.resolve(txids.map((txid) => ({ type: 'payment', paymentId: paymentIdOf(txid) })));
  };
};
