import { type DisputeStanding } from '../../disputes/domain/dispute';
import { type RefundStanding } from '../provider';
import { anything, lenient, matcher, object, reader, text, time, toTime } from '@repasse/chassis/schema/schema';
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
): { refunds: readonly RefundStanding[]; disputes: readonly DisputeStanding[] } => {
  const all = devolucoes.flatMap((each) => match(each) ?? []).map(toDevolucao);
  return {
    refunds: all.filter(({ isByPayersBank }) => !isByPayersBank).flatMap(asRefund),
    disputes: all.filter(({ isByPayersBank }) => isByPayersBank).flatMap(asDispute),
  };
};

const toDevolucao = ({ id, rtrId, valor, status, natureza, horario, motivo }: Told) => ({
  id,
  /** The bank's own name for it, which appears on statements. */
  returnId: rtrId,
  amountMinor: toMinor(valor),
  status: statusOf(status),
  /** By the MED the payer's bank takes the money back, whatever the merchant thinks of it. */
  isByPayersBank: natureza?.startsWith('MED') ?? false,
  requestedAt: horario?.solicitacao && toTime(horario.solicitacao),
  settledAt: horario?.liquidacao && toTime(horario.liquidacao),
  reason: motivo,
});

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
const asDispute = (devolucao: Devolucao): readonly DisputeStanding[] => {
  const { id, returnId, amountMinor, reason } = devolucao;
  const at = devolucao.settledAt ?? devolucao.requestedAt;
  if (at === undefined || amountMinor === 0) return [];
  const status = disputeStatus[devolucao.status];
  return [{ providerReference: returnId ?? id, status, amountMinor, reason: reason ?? null, at }];
};
