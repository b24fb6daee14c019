import { type EventData } from '@repasse/contracts';
import { formatMinor } from '@repasse/values/money';
import { type WebhookEventType } from '../event-types';
import { type Announcement, type Announcers } from './announcement';

/** Withdrawals, as the ledger tells of them. */
export const payoutAnnouncers: Announcers<
  | 'repasse.withdrawal.requested.v1'
  | 'repasse.withdrawal.proposed.v1'
  | 'repasse.withdrawal.canceled.v1'
  | 'repasse.withdrawal.paid.v1'
  | 'repasse.withdrawal.failed.v1'
  | 'repasse.withdrawal.returned.v1'
> = {
  'repasse.withdrawal.proposed.v1': (withdrawal) =>
    ofWithdrawal(withdrawal, 'payout.proposed', withdrawal.proposedAt, {
      status: 'AWAITING_RELEASE',
      ...termsOf(withdrawal),
    }),
  'repasse.withdrawal.requested.v1': (withdrawal) =>
    ofWithdrawal(withdrawal, 'payout.requested', withdrawal.requestedAt, { status: 'PENDING', ...termsOf(withdrawal) }),
  'repasse.withdrawal.canceled.v1': (withdrawal) =>
    ofWithdrawal(withdrawal, 'payout.canceled', withdrawal.canceledAt, {
      ...{ status: 'CANCELED', cancelReason: withdrawal.cancelReason },
    }),
  'repasse.withdrawal.paid.v1': (withdrawal) =>
    ofWithdrawal(withdrawal, 'payout.paid', withdrawal.paidAt, {
      status: 'PAID',
      ...(withdrawal.endToEndId !== undefined && { endToEndId: withdrawal.endToEndId }),
      ...(typeof withdrawal.transactionHash === 'string' && { transactionHash: withdrawal.transactionHash }),
    }),
  'repasse.withdrawal.failed.v1': (withdrawal) =>
    ofWithdrawal(withdrawal, 'payout.failed', withdrawal.failedAt, { status: 'FAILED', failure: withdrawal.failure }),
  'repasse.withdrawal.returned.v1': (withdrawal) =>
    ofWithdrawal(withdrawal, 'payout.returned', withdrawal.returnedAt, {
      status: withdrawal.isFull ? 'RETURNED' : 'PAID',
      returnedAmount: formatMinor(withdrawal.returnedTotalMinor),
      returnReason: withdrawal.returnReason,
    }),
};

type Terms = Pick<
  EventData['repasse.withdrawal.requested.v1'],
  'payCurrency' | 'payAddress' | 'memo' | 'externalReference' | 'rail'
>;

const termsOf = ({ payCurrency, payAddress, memo, externalReference, rail }: Terms) => ({
  ...{ payCurrency, payAddress, memo, externalReference },
  ...(rail !== undefined && { rail }),
});

interface Withdrawal {
  readonly withdrawalId: string;
  readonly userId: number;
  readonly managerUserId?: number | null;
  readonly amountMinor: number;
  readonly currency: string;
}

/** To whose money it is, and to the merchant that looks after them, who is told of whom it is. */
const ofWithdrawal = (
  { withdrawalId, userId, managerUserId, amountMinor, currency }: Withdrawal,
  type: WebhookEventType,
  occurredAt: string,
  more: Readonly<Record<string, unknown>>,
): readonly Announcement[] => {
  const payout = { withdrawalId, amount: formatMinor(amountMinor), currency, ...more };
  const common = { type, occurredAt, chargeId: null, invoiceId: null, withdrawalId, isOwner: true };
  const own: Announcement = { ...common, userId, dataOf: () => ({ payout }) };
  if (managerUserId === undefined || managerUserId === null) return [own];
  return [own, { ...common, userId: managerUserId, dataOf: () => ({ payout: { ...payout, userId } }) }];
};
