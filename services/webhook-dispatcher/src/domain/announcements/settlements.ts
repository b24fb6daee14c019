import { type EventData } from '@repasse/contracts';
import { formatMinor } from '@repasse/values/money';
import { type WebhookEventType } from '../event-types';
import { type Announcement, type Announcers } from './announcement';

type Settled = EventData['repasse.split.settled.v1'];
type Reversed = EventData['repasse.split.reversed.v1'];

/** The owner of a charge is told the whole division, the others their own share and nothing of the rest. */
export const settlementAnnouncers: Announcers<
  'repasse.split.settled.v1' | 'repasse.split.reversed.v1' | 'repasse.funds.released.v1'
> = {
  'repasse.split.settled.v1': (settled) =>
    toAll(settled, 'settlement.completed', settled.settledAt, {
      whole: { ...settlementOf(settled), shares: settled.shares.map(shareOf) },
      partOf: (share) => ({ chargeId: settled.chargeId, currency: settled.currency, shares: [shareOf(share)] }),
    }),
  'repasse.split.reversed.v1': (reversed) =>
    toAll(reversed, 'settlement.reversed', reversed.reversedAt, {
      whole: { ...reversalOf(reversed), shares: reversed.shares.map(reversedShareOf) },
      partOf: (share) => ({
        ...{ chargeId: reversed.chargeId, refundId: reversed.refundId, currency: reversed.currency },
        shares: [reversedShareOf(share)],
      }),
    }),
  'repasse.funds.released.v1': ({ chargeId, userId, amountMinor, currency, releasedAt }) => [
    {
      ...{ userId, chargeId, invoiceId: null, isOwner: false },
      type: 'settlement.released',
      occurredAt: releasedAt,
      dataOf: () => ({ release: { chargeId, amount: formatMinor(amountMinor), currency, releasedAt } }),
    },
  ],
};

interface Shared<S> {
  readonly chargeId: string;
  readonly shares: readonly S[];
}

interface Share {
  readonly userId: number;
  readonly isOwner: boolean;
}

const toAll = <S extends Share>(
  { chargeId, shares }: Shared<S>,
  type: WebhookEventType,
  occurredAt: string,
  { whole, partOf }: { readonly whole: object; readonly partOf: (share: S) => object },
): readonly Announcement[] =>
  shares.map((share) => ({
    ...{ userId: share.userId, chargeId, invoiceId: null, type, occurredAt, isOwner: share.isOwner },
    dataOf: ({ charge }) => (share.isOwner ? { charge, settlement: whole } : { settlement: partOf(share) }),
  }));

const settlementOf = (settled: Settled) => ({
  id: settled.settlementId,
  chargeId: settled.chargeId,
  paymentMethod: settled.paymentMethod,
  grossAmount: formatMinor(settled.grossAmountMinor),
  feeAmount: formatMinor(settled.feeAmountMinor),
  disputeReserve: formatMinor(settled.disputeReserveMinor),
  currency: settled.currency,
});

const shareOf = ({ userId, amountMinor, isOwner, releaseAt }: Settled['shares'][number]) => ({
  userId,
  amount: formatMinor(amountMinor),
  isOwner,
  releaseAt,
});

const reversalOf = ({ settlementId, chargeId, refundId, amountMinor, currency }: Reversed) => ({
  id: settlementId,
  chargeId,
  refundId,
  amount: formatMinor(amountMinor),
  currency,
});

const reversedShareOf = (share: Reversed['shares'][number]) => ({
  userId: share.userId,
  amount: formatMinor(share.amountMinor),
  isOwner: share.isOwner,
  fromAvailable: formatMinor(share.fromAvailableMinor),
  fromPending: formatMinor(share.fromPendingMinor),
  fromReserve: formatMinor(share.fromReserveMinor ?? 0),
  fromDebt: formatMinor(share.fromDebtMinor),
});
