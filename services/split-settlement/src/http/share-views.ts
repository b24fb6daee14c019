import { assertNever } from '@repasse/chassis/decider';
import { sumMinor } from '@repasse/values/money';
import { explainPart, ownersSteps, type SharePart } from '../domain/explain-settlement';
import { type StoredSettlement, type StoredShare } from '../store/read-settlement';
import { type AmountText } from './wire/amount-text';
import { exactText, percentOf } from './wire/exact-text';

/** A user's share of a charge, the rules of the split that gave it, and its computation. */
export const shareView = (share: StoredShare, settlement: StoredSettlement, text: AmountText): object => ({
  userId: share.userId,
  amount: text(share.amountMinor),
  reserve: text(share.reserveMinor),
  reducedBy: text(share.reducedByMinor),
  released: text(share.releasedMinor),
  isOwner: share.isOwner,
  releaseAt: share.releaseAt,
  calculation: {
    parts: share.parts.map((part) => partView(part, text)),
    ...(share.isOwner && { steps: stepsView(settlement, text) }),
  },
  reason: share.isOwner ? ownersReason(share, text) : recipientsReason(share, text),
});

const partView = (part: SharePart, text: AmountText): object => {
  const { exactTenThousandths, reducedByMinor } = explainPart(part);
  return {
    kind: part.kind,
    percent: part.percentBps === undefined ? null : percentOf(part.percentBps),
    base: part.baseMinor === undefined ? null : text(part.baseMinor),
    exact: exactTenThousandths === null ? null : exactText(exactTenThousandths),
    asked: part.askedMinor === undefined ? null : text(part.askedMinor),
    reducedBy: text(reducedByMinor),
    amount: text(part.amountMinor),
    isUnresolved: part.isUnresolved ?? false,
    isHeld: part.heldFor !== undefined,
  };
};

const stepsView = (settlement: StoredSettlement, text: AmountText): readonly object[] =>
  ownersSteps(settlement).map(({ kind, userId, amountMinor }) => ({ kind, userId, amount: text(amountMinor) }));

const ownersReason = ({ reserveMinor, parts }: StoredShare, text: AmountText): string => {
  const sumOf = (counts: (part: SharePart) => boolean): number =>
    sumMinor(parts.filter(counts).map(({ amountMinor }) => amountMinor));
  const heldMinor = sumOf(({ heldFor }) => heldFor !== undefined);
  const unresolvedMinor = sumOf(({ isUnresolved = false, heldFor }) => isUnresolved && heldFor === undefined);
  return [
    'The owner gets what the fees and the other shares leave of the gross amount, every rounding included.',
    ...(reserveMinor === 0 ? [] : [`${text(reserveMinor)} of it is held back for disputes.`]),
    ...(heldMinor === 0
      ? []
      : [`${text(heldMinor)} of it was for recipients whom nobody knew, and waits or waited for them.`]),
    ...(unresolvedMinor === 0 ? [] : [`${text(unresolvedMinor)} of it was for recipients who could not receive.`]),
  ].join(' ');
};

const recipientsReason = ({ reducedByMinor, parts }: StoredShare, text: AmountText): string => {
  const rules = parts.map((part) => ruleText(part, text)).join(', and ');
  const asked = `As the split of the charge says${rules === '' ? '' : `: ${rules}`}`;
  return reducedByMinor === 0
    ? `${asked}.`
    : `${asked}; less ${text(reducedByMinor)} because the net amount was used up.`;
};

const ruleText = (part: SharePart, text: AmountText): string => {
  switch (part.kind) {
    case 'FIXED':
      return text(part.askedMinor ?? part.amountMinor);
    case 'PERCENT':
      return `${percentOf(part.percentBps ?? 0)} % of ${text(part.baseMinor ?? 0)}, rounded down`;
    case 'REMAINDER':
      return 'what the rules leave';
    default:
      return assertNever(part.kind);
  }
};
