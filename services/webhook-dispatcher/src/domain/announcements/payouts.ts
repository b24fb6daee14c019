import { formatMinor } from '@repasse/values/money';
import { type WebhookEventType } from '../event-types';
import { type Announcement, type Announcers } from './announcement';

/** Withdrawals, as the ledger tells of them. */
export const payoutAnnouncers: Announcers<
  'repasse.withdrawal.requested.v1' | 'repasse.withdrawal.paid.v1' | 'repasse.withdrawal.failed.v1'
> = {
  'repasse.withdrawal.requested.v1': (withdrawal) =>
    ofWithdrawal(withdrawal, 'payout.requested', withdrawal.requestedAt, {
      status: 'PENDING',
      payCurrency: withdrawal.payCurrency,
      payAddress: withdrawal.payAddress,
      memo: withdrawal.memo,
      externalReference: withdrawal.externalReference,
    }),
  'repasse.withdrawal.paid.v1': (withdrawal) =>
    ofWithdrawal(withdrawal, 'payout.paid', withdrawal.paidAt, { status: 'PAID' }),
  'repasse.withdrawal.failed.v1': (withdrawal) =>
    ofWithdrawal(withdrawal, 'payout.failed', withdrawal.failedAt, { status: 'FAILED', failure: withdrawal.failure }),
};

interface Withdrawal {
  readonly withdrawalId: string;
  readonly userId: number;
  readonly amountMinor: number;
  readonly currency: string;
}

const ofWithdrawal = (
  { withdrawalId, userId, amountMinor, currency }: Withdrawal,
  type: WebhookEventType,
  occurredAt: string,
  more: Readonly<Record<string, unknown>>,
): readonly Announcement[] => [
  {
    ...{ userId, type, occurredAt, chargeId: null, invoiceId: null, withdrawalId, isOwner: true },
    dataOf: () => ({ payout: { withdrawalId, amount: formatMinor(amountMinor), currency, ...more } }),
  },
];
