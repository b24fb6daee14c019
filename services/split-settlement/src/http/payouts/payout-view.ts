import { amountCell, momentCell, type CsvColumns } from '@repasse/values/csv';
import { formatAmount, formatMinor } from '@repasse/values/money';
import { type Payout } from '../../store/payouts/list-payouts';
import { type WithdrawalStatus } from '../../store/withdrawals';

/** A payout as its user, their manager and staff see it. Destinations are shown masked, as identity labels them. */
export const payoutView = (payout: Payout) => ({
  id: payout.withdrawalId,
  userId: payout.userId,
  managerUserId: payout.managerUserId,
  status: payout.status.toUpperCase(),
  amount: formatAmount(payout.amountMinor, payout.currency),
  fee: formatMinor(payout.feeMinor),
  payoutAmount: formatAmount(payout.payoutMinor, payout.currency),
  returnedAmount: formatMinor(payout.returnedMinor),
  currency: payout.currency,
  rail: payout.rail,
  destination: destinationOf(payout),
  endToEndId: payout.endToEndId,
  transactionHash: payout.transactionHash,
  batchId: payout.batchId,
  invoiceId: payout.invoiceId,
  externalReference: payout.externalReference,
  requestedBy: payout.requestedBy,
  releasedBy: releasedBy(payout),
  failure: payout.failure,
  cancelReason: payout.cancelReason,
  createdAt: payout.createdAt,
  updatedAt: payout.updatedAt,
});

/** An address for coins that was named in the request is no destination of identity's. */
const destinationOf = ({ destinationId, destinationKind, destinationLabel, payAddress }: Payout) => ({
  id: destinationId,
  kind: destinationKind ?? 'COIN_ADDRESS',
  label: destinationLabel ?? payAddress,
});

const releasedBy = ({ status, decidedBy }: Payout): string | null => (status === 'canceled' ? null : decidedBy);

/** In Portuguese, for spreadsheets. */
const statusTexts: Readonly<Record<WithdrawalStatus, string>> = {
  awaiting_release: 'Aguardando liberação',
  pending: 'Em andamento',
  paid: 'Pago',
  failed: 'Falhou',
  canceled: 'Cancelado',
  returned: 'Devolvido',
};

export const payoutColumns: CsvColumns<Payout> = {
  withdrawalId: ({ withdrawalId }) => withdrawalId,
  createdAt: ({ createdAt }) => momentCell(createdAt),
  updatedAt: ({ updatedAt }) => momentCell(updatedAt),
  userId: ({ userId }) => userId,
  status: ({ status }) => ({ word: status.toUpperCase(), pt: statusTexts[status] }),
  amount: (payout) => amountCell(formatAmount(payout.amountMinor, payout.currency)),
  payoutFee: ({ feeMinor }) => amountCell(formatMinor(feeMinor)),
  payoutAmount: (payout) => amountCell(formatAmount(payout.payoutMinor, payout.currency)),
  returnedAmount: ({ returnedMinor }) => amountCell(formatMinor(returnedMinor)),
  currency: ({ currency }) => currency,
  rail: ({ rail }) => rail,
  destinationId: ({ destinationId }) => destinationId,
  destination: (payout) => destinationOf(payout).label,
  endToEndId: ({ endToEndId }) => endToEndId,
  transactionHash: ({ transactionHash }) => transactionHash,
  batchId: ({ batchId }) => batchId,
  invoiceId: ({ invoiceId }) => invoiceId,
  externalReference: ({ externalReference }) => externalReference,
  failure: ({ failure }) => failure,
};
