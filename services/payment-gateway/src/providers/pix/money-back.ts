import { type DisputeStanding } from '../../disputes/domain/dispute';
import { type RefundStanding } from '../provider';
import { anything, lenient, matcher, object, reader, text, time, toTime } from '../wire/schema';
import { stateMap } from '../wire/state-map';
import { amount, toMinor } from './amount';
import { refundIdOf } from './requests';

/** A devolução of the API Pix as far as we read it. */
export type Devolucao = ReturnType<typeof toDevolucao>;

const devolucao = object({
  id: text,
  rtrId: lenient(text),
  valor: amount,
  status: anything,
  natureza: lenient(text),
  horario: lenient(object({ solicitacao: lenient(time), liquidacao: lenient(time) })),
  motivo: lenient(text),
});
type Told = ReturnType<typeof read>;
const read = reader('devolucao', devolucao);
const match = matcher(devolucao);

/** Reads the answer to PUT or GET /pix/{e2eid}/devolucao/{id}. */
export const readDevolucao = (body: unknown): Devolucao => toDevolucao(read(body));

/** Reads the devoluções of a receipt. An unreadable one must not hide the money beside it. */
export const readMoneyBack = (
  devolucoes: readonly unknown[],
  receiptReference: string,
): { refunds: readonly RefundStanding[]; disputes: readonly DisputeStanding[] } => {
  const all = devolucoes.flatMap((each) => match(each) ?? []).map(toDevolucao);
  return {
    refunds: all.filter(({ by }) => by === 'us').flatMap(asRefund),
    disputes: all.filter(({ by }) => by === 'payersBank').flatMap((each) => asDispute(each, receiptReference)),
  };
};

const toDevolucao = ({ id, rtrId, valor, status, natureza, horario, motivo }: Told) => ({
  id,
  /** The bank's own name for it, which appears on statements. */
  returnId: rtrId,
  amountMinor: toMinor(valor),
  status: statusOf(status),
  by: giverOf(natureza),
  requestedAt: horario?.solicitacao && toTime(horario.solicitacao),
  settledAt: horario?.liquidacao && toTime(horario.liquidacao),
  reason: motivo,
});

/**
 * By the MED the payer's bank takes the money back, whatever the merchant thinks of it. A debit of PIX Automático is
 * given back by our bank from its own funds: nothing of ours has moved, so it is no dispute. Should the bank debit our
 * account for it later, its statement shows that, and a person books it.
 */
const giverOf = (natureza: string | undefined): 'us' | 'payersBank' | 'ourBank' => {
  if (natureza === 'MED_PIX_AUTOMATICO') return 'ourBank';
  return natureza?.startsWith('MED') === true ? 'payersBank' : 'us';
};

/** EM_PROCESSAMENTO and unknown statuses are pending. */
const statusOf = stateMap<RefundStanding['status']>({ DEVOLVIDO: 'settled', NAO_REALIZADO: 'failed' }, 'pending');

/** One made in the bank's own application has a name that leads to none of our refunds. */
const asRefund = ({ id, returnId, status, settledAt, reason }: Devolucao): readonly RefundStanding[] => {
  const refundId = refundIdOf(id);
  if (refundId === undefined) return [];
  const detail = reason ?? null;
  return [{ refundId, providerReference: returnId ?? id, status, settledAt: settledAt ?? null, detail }];
};

const disputeStatus = { pending: 'open', settled: 'lost', failed: 'won' } as const;

/** Money that the payer's bank got back is a dispute lost; without a time it cannot be told when. */
const asDispute = (devolucao: Devolucao, receiptReference: string): readonly DisputeStanding[] => {
  const { id, returnId, amountMinor, reason } = devolucao;
  const at = devolucao.settledAt ?? devolucao.requestedAt;
  if (at === undefined || amountMinor === 0) return [];
  const status = disputeStatus[devolucao.status];
  return [{ providerReference: returnId ?? id, status, amountMinor, receiptReference, reason: reason ?? null, at }];
};
