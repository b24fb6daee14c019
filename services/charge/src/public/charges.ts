import type { EventData } from '@repasse/contracts';
import type {
  ChargeCanceled,
  ChargeCreated,
  ChargeExpired,
  ChargeFailed,
  ChargePaid,
  ChargeProcessing,
  ChargeReopened,
} from '../domain/charge.events';
import type { Pricing } from '../domain/pricing';
import type { SharePart } from '../domain/split';
import { named } from './attempts';

export const chargeCreated = (data: ChargeCreated['data']): EventData['repasse.charge.created.v1'] => ({
  chargeId: data.chargeId,
  userId: data.userId,
  kind: data.kind,
  grossAmountMinor: data.grossAmountMinor,
  ...priced(data.pricing),
  currency: data.currency,
  description: data.description,
  externalReference: data.externalReference,
  webhookUrl: data.webhookUrl,
  expiresAt: data.expiresAt,
  createdAt: data.createdAt,
});

export const chargeProcessing = (data: ChargeProcessing['data']): EventData['repasse.charge.processing.v1'] => ({
  ...named(data),
  processingAt: data.processingAt,
});

export const chargeReopened = (data: ChargeReopened['data']): EventData['repasse.charge.reopened.v1'] => ({
  ...named(data),
  reopenedAt: data.reopenedAt,
});

export const chargePaid = (data: ChargePaid['data']): EventData['repasse.charge.paid.v1'] => ({
  ...named(data),
  invoiceId: data.invoiceId,
  grossAmountMinor: data.grossAmountMinor,
  ...priced(data.pricing),
  currency: data.currency,
  statusReason: data.reason,
  description: data.description,
  externalReference: data.externalReference,
  paidAt: data.receivedAt,
  ...(data.paymentMethod === 'CREDIT_CARD' && { installments: data.installments }),
});

export const chargeExpired = ({
  chargeId,
  userId,
  expiredAt,
}: ChargeExpired['data']): EventData['repasse.charge.expired.v1'] => ({ chargeId, userId, expiredAt });

export const chargeCanceled = ({
  chargeId,
  userId,
  canceledAt,
}: ChargeCanceled['data']): EventData['repasse.charge.canceled.v1'] => ({ chargeId, userId, canceledAt });

export const chargeFailed = ({
  chargeId,
  userId,
  reason,
  failedAt,
}: ChargeFailed['data']): EventData['repasse.charge.failed.v1'] => ({ chargeId, userId, reason, failedAt });

const priced = ({ fees, feeAmountMinor, netAmountMinor, sharedAmountMinor, disputeReserveMinor, shares }: Pricing) => ({
  fees: fees.map(({ code, method, percentBps, fixedMinor, limitedBy, amountMinor }) => ({
    ...{ code, method, percentBps, fixedMinor, limitedBy, amountMinor },
  })),
  feeAmountMinor,
  netAmountMinor,
  sharedAmountMinor,
  disputeReserveMinor,
  shares: shares.map(({ userId, amountMinor, isOwner, reducedByMinor, parts }) => ({
    ...{ userId, amountMinor, isOwner, reducedByMinor },
    parts: parts.map(partOf),
  })),
});

const partOf = (part: SharePart) => {
  if (part.kind === 'REMAINDER') return { kind: part.kind, amountMinor: part.amountMinor };
  const { kind, askedMinor, amountMinor, isUnresolved } = part;
  return {
    kind,
    ...(part.kind === 'PERCENT' && percentOf(part)),
    ...{ askedMinor, amountMinor },
    ...(isUnresolved && { isUnresolved }),
  };
};

const percentOf = ({ percentBps, baseMinor, roundingTenThousandths }: Extract<SharePart, { kind: 'PERCENT' }>) => ({
  ...{ percentBps, baseMinor, roundingTenThousandths },
});
