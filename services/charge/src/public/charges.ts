import { type EventData } from '@repasse/contracts';
import { type ExistingCharge } from '../domain/charge';
import { type EventOf } from '../domain/charge.events';
import { attemptsLimit, installmentsLimit, type ChargeTerms } from '../domain/charge.terms';
import { methodRows } from '../domain/methods';
import { type Pricing } from '../domain/pricing';
import { type SharePart } from '../domain/split';
import { installmentsOf, named } from './attempts';

export const chargeCreated = ({
  terms,
  pricing,
  createdAt,
}: Pick<ExistingCharge, 'terms' | 'pricing' | 'createdAt'>): EventData['repasse.charge.created.v1'] => ({
  chargeId: terms.chargeId,
  userId: terms.userId,
  kind: terms.kind,
  grossAmountMinor: terms.grossAmountMinor,
  ...priced(pricing),
  currency: terms.currency,
  description: terms.description,
  externalReference: terms.externalReference,
  webhookUrl: terms.webhookUrl,
  ...limitsOf(terms),
  expiresAt: terms.expiresAt,
  createdAt,
});

/** Only what differs from a charge that may be paid in every way. */
const limitsOf = ({ methods, installmentsMax, attemptsMax, clientMode }: ChargeTerms) => ({
  ...(methods !== null && { allowedMethods: [...methods] }),
  ...(installmentsMax < installmentsLimit && { installmentsMax }),
  ...(attemptsMax !== attemptsLimit && { attemptsMax }),
  ...(clientMode !== null && { clientMode }),
});

export const chargePaid = (
  { data }: EventOf<'ChargePaid'>,
  state: ExistingCharge,
): EventData['repasse.charge.paid.v1'] => {
  const name = named(state, data);
  const { hasEndToEndId, hasInstallments } = methodRows[name.paymentMethod];
  return {
    ...name,
    invoiceId: data.invoiceId,
    grossAmountMinor: data.grossAmountMinor,
    ...priced(data.pricing),
    currency: state.terms.currency,
    statusReason: data.reason,
    description: state.terms.description,
    externalReference: state.terms.externalReference,
    paidAt: data.receivedAt,
    ...(hasEndToEndId ? { endToEndId: data.providerReference } : { providerReference: data.providerReference }),
    ...(hasInstallments && { installments: installmentsOf(state, data) }),
  };
};

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
  const { kind, askedMinor, amountMinor, isUnresolved, heldFor } = part;
  return {
    kind,
    ...(part.kind === 'PERCENT' && percentOf(part)),
    ...{ askedMinor, amountMinor },
    ...(isUnresolved && { isUnresolved }),
    ...(heldFor && { heldFor: { ...heldFor } }),
  };
};

const percentOf = ({ percentBps, baseMinor, roundingTenThousandths }: Extract<SharePart, { kind: 'PERCENT' }>) => ({
  ...{ percentBps, baseMinor, roundingTenThousandths },
});
