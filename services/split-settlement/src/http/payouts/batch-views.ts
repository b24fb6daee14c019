import { amountCell, momentCell, type CsvColumns } from '@repasse/values/csv';
import { formatMinor, sumMinor } from '@repasse/values/money';
import { type BatchLineSeen, type BatchSum, type PayoutBatch } from '../../store/payouts/read-batches';

export const batchView = (batch: PayoutBatch) => ({
  id: batch.batchId,
  runAt: batch.runAt,
  startedAt: batch.startedAt,
  status: statusOf(batch),
});

const statusOf = ({ startedAt, isRunning, lacksFunds }: PayoutBatch) => {
  if (startedAt === null) return 'EXPECTED';
  if (isRunning) return 'RUNNING';
  return lacksFunds ? 'WAITING_FOR_FUNDS' : 'DECIDED';
};

/** Payouts that wait for the bank's balance are PENDING like all that are on their way. */
export const batchReportView = (batch: PayoutBatch, sums: readonly BatchSum[]) => {
  const made = sums.filter(({ status }) => status !== null);
  const skipped = sums.filter(({ skipReason }) => skipReason !== null);
  return {
    ...batchView(batch),
    expected: batch.expected.map(({ rail, count, payoutMinor }) => ({
      ...{ rail, count, payoutAmount: formatMinor(payoutMinor) },
    })),
    payouts: sumView(made),
    byStatus: made.map((sum) => ({ status: sum.status?.toUpperCase(), ...sumView([sum]) })),
    skippedCount: countOf(skipped),
    skipped: skipped.map(({ skipReason, count }) => ({ reason: skipReason, count })),
  };
};

const countOf = (sums: readonly BatchSum[]): number => sums.reduce((total, { count }) => total + count, 0);

const sumView = (sums: readonly BatchSum[]) => ({
  count: countOf(sums),
  amount: formatMinor(sumMinor(sums.map(({ amountMinor }) => amountMinor))),
  payoutAmount: formatMinor(sumMinor(sums.map(({ payoutMinor }) => payoutMinor))),
  fee: formatMinor(sumMinor(sums.map(({ feeMinor }) => feeMinor))),
});

export const batchLineView = (line: BatchLineSeen) => ({
  userId: line.userId,
  managerUserId: line.managerUserId,
  withdrawalId: line.withdrawalId,
  status: line.status === null ? null : line.status.toUpperCase(),
  amount: textOf(line.amountMinor),
  payoutAmount: textOf(line.payoutMinor),
  fee: textOf(line.feeMinor),
  skipReason: line.skipReason,
  decidedAt: line.decidedAt,
});

const textOf = (minor: number | null): string | null => (minor === null ? null : formatMinor(minor));

export const batchLineColumns: CsvColumns<BatchLineSeen> = {
  userId: ({ userId }) => userId,
  managerUserId: ({ managerUserId }) => managerUserId,
  withdrawalId: ({ withdrawalId }) => withdrawalId,
  status: ({ status }) => (status === null ? null : status.toUpperCase()),
  amount: ({ amountMinor }) => amountCell(textOf(amountMinor)),
  payoutAmount: ({ payoutMinor }) => amountCell(textOf(payoutMinor)),
  payoutFee: ({ feeMinor }) => amountCell(textOf(feeMinor)),
  skipReason: ({ skipReason }) => skipReason,
  decidedAt: ({ decidedAt }) => momentCell(decidedAt),
};
