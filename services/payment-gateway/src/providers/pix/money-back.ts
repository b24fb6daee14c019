import { type DisputeStanding, type RefundStanding } from '../provider';
import { asAmount, asRecord, asText, optionalRecord, optionalText, UnreadableCob } from './fields';
import { refundIdOf } from './requests';

/** A devolução of the API Pix as far as we read it. */
export interface Devolucao {
  readonly id: string;
  /** The bank's own name for it, which is the one that appears on statements. */
  readonly returnId: string | undefined;
  readonly amountMinor: number;
  readonly status: RefundStanding['status'];
  /** Whose doing it is: with MED the payer's bank takes the money back, whatever the merchant thinks of it. */
  readonly isByPayersBank: boolean;
  readonly requestedAt: string | undefined;
  readonly settledAt: string | undefined;
  readonly reason: string | undefined;
}

/** Reads the answer to PUT or GET /pix/{e2eid}/devolucao/{id}; throws UnreadableCob rather than guess at an amount. */
export const readDevolucao = (body: unknown): Devolucao => {
  const devolucao = asRecord(body, 'devolucao');
  const times = optionalRecord(devolucao['horario']) ?? {};
  return {
    id: asText(devolucao['id'], 'devolucao.id'),
    returnId: optionalText(devolucao['rtrId']),
    amountMinor: asAmount(devolucao['valor'], 'devolucao.valor'),
    status: statusOf(devolucao['status']),
    isByPayersBank: optionalText(devolucao['natureza'])?.startsWith('MED') ?? false,
    requestedAt: optionalTime(times['solicitacao']),
    settledAt: optionalTime(times['liquidacao']),
    reason: optionalText(devolucao['motivo']),
  };
};

/** What the devoluções of a receipt tell. One that cannot be read must not hide the money beside it. */
export const readMoneyBack = (
  devolucoes: readonly unknown[],
): { refunds: readonly RefundStanding[]; disputes: readonly DisputeStanding[] } => {
  const read = devolucoes.flatMap(readOrSkip);
  return {
    refunds: read.filter(({ isByPayersBank }) => !isByPayersBank).flatMap(asRefund),
    disputes: read.filter(({ isByPayersBank }) => isByPayersBank).flatMap(asDispute),
  };
};

/** EM_PROCESSAMENTO, and what is not known yet, is pending. */
const statusOf = (status: unknown): Devolucao['status'] => {
  switch (status) {
    case 'DEVOLVIDO':
      return 'settled';
    case 'NAO_REALIZADO':
      return 'failed';
    default:
      return 'pending';
  }
};

const readOrSkip = (devolucao: unknown): readonly Devolucao[] => {
  try {
    return [readDevolucao(devolucao)];
  } catch (fault) {
    if (!(fault instanceof UnreadableCob)) throw fault;
    return [];
  }
};

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

const optionalTime = (value: unknown): string | undefined => {
  const time = new Date(optionalText(value) ?? Number.NaN);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
};
