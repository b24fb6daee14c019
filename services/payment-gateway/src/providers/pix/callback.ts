import { anything, lenient, many, matcher, object, text } from '../wire/schema';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { type NamesIn } from '../callback';
import { paymentIdOf } from './requests';

/** Banks put a handful of receipts into one call; the body limit allows many more, and each costs a question. */
const txidsMax = 500;

interface Callback {
  /** The charges the callback names. Nothing else in the body is trusted: anyone could have posted it. */
  readonly txids: readonly string[];
  /** The payouts it names, by our own ids of them. */
  readonly sentIds: readonly string[];
  /** Receipts of static codes and transfers carry no txid; they belong to no payment here. */
  readonly withoutTxidCount: number;
  /** True when it reports money that went back, or came back: only such a callback announces a dispute. */
  readonly hasMoneyBack: boolean;
}

const callbackIn = matcher(object({ pix: anything }));
const receiptIn = matcher(
  object({
    txid: lenient(text),
    devolucoes: anything,
    tipo: lenient(text),
    gnExtras: lenient(object({ idEnvio: lenient(text) })),
  }),
);
/** Money of ours that left, or that came back. */
const sentTypes = ['SOLICITACAO', 'DEVOLUCAO'];

/** Reads `{"pix":[…]}`; also takes a lone object where the standard's own examples have one. */
export const readCallback = (body: unknown): Callback => {
  const all = many(callbackIn(body)?.pix).map(receiptIn);
  const isSent = (each: (typeof all)[number]) => sentTypes.includes(each?.tipo ?? '');
  const sentIds = all.filter(isSent).flatMap((each) => each?.gnExtras?.idEnvio ?? []);
  const named = all.filter((each) => !isSent(each));
  const txids = named.flatMap((each) => each?.txid ?? []);
  const hasMoneyBack = all.some((each) => each?.devolucoes !== undefined || each?.tipo === 'DEVOLUCAO');
  return {
    txids: [...new Set(txids)].slice(0, txidsMax),
    sentIds: [...new Set(sentIds)].slice(0, txidsMax),
    withoutTxidCount: named.length - txids.length,
    hasMoneyBack,
  };
};

/** The payments that a callback names by their txids. */
export const createNamesIn = (metrics: Metrics): NamesIn => {
  const withoutTxid = metrics.counter('repasse_pix_callback_without_txid_total', 'Receipts that name no charge.');
  return (body) => {
    const { txids, sentIds, withoutTxidCount } = readCallback(JSON.parse(body));
    if (withoutTxidCount > 0) withoutTxid.inc(withoutTxidCount);
    return Promise.resolve([
      ...txids.map((txid) => ({ type: 'payment' as const, paymentId: paymentIdOf(txid) })),
      ...sentIds.map((reference) => ({ type: 'payout' as const, reference })),
    ]);
  };
};
