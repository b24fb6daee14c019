import { asList } from './fields';

/** Banks put a handful of receipts into one call; the body limit allows many more, and each costs a question. */
const txidsMax = 500;

export interface Callback {
  /** Which charges something happened to. Nothing else in the body is believed: whoever posts could be anyone. */
  readonly txids: readonly string[];
  /** Receipts of static codes and transfers carry no txid; they are nobody's payment here. */
  readonly withoutTxidCount: number;
  /** True when it tells of money that went back: a dispute among it is heard of in no other way. */
  readonly hasMoneyBack: boolean;
}

/** Reads `{"pix":[…]}`; also takes a lone object where the standard's own examples have one. */
export const readCallback = (body: unknown): Callback => {
  const pix = isRecord(body) ? asList(body['pix']) : [];
  const txids = pix.map((each) => (isRecord(each) ? each['txid'] : undefined)).filter(isText);
  const hasMoneyBack = pix.some((each) => isRecord(each) && each['devolucoes'] !== undefined);
  return { txids: [...new Set(txids)].slice(0, txidsMax), withoutTxidCount: pix.length - txids.length, hasMoneyBack };
};

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
