import { sumMinor } from '@repasse/values/money';
import { type Refund, type RefundFacts } from './refund';

/** A refund as its merchant asked for it and as others hear of it: one amount, over one receipt or several. */
export interface RequestedRefund extends Pick<
  RefundFacts,
  'refundId' | 'purpose' | 'reason' | 'requestedBy' | 'splitRefund'
> {
  /** The amount asked for; once it has ended, the amount that went back, if any did. */
  readonly amountMinor: number;
  readonly requestedAt: string;
  readonly standing: Standing;
  readonly parts: readonly Refund[];
}

type Standing =
  | { readonly status: 'pending' }
  | { readonly status: 'succeeded'; readonly providerReference: string; readonly settledAt: string }
  | { readonly status: 'failed'; readonly failure: string; readonly failedAt: string };

/** The id of the n-th part: the first has the refund's own, and providers get the others' with a number. */
export const partIdOf = (refundId: string, index: number): string =>
  index === 0 ? refundId : `${refundId}P${index + 1}`;

export const wholeIdOf = ({ refundId, whole }: RefundFacts): string => whole?.refundId ?? refundId;

/** The refunds of a payment, oldest first, each with its parts. */
export const requestedRefunds = (refunds: readonly Refund[]): readonly RequestedRefund[] =>
  [...new Set(refunds.map(wholeIdOf))].flatMap((refundId) => requestedRefund(refunds, refundId) ?? []);

/** Undefined where no refund has this id. */
export const requestedRefund = (refunds: readonly Refund[], refundId: string): RequestedRefund | undefined => {
  const parts = refunds.filter((each) => wholeIdOf(each) === refundId);
  const [first] = parts;
  if (first === undefined) return undefined;
  const { purpose, reason, requestedBy, splitRefund, requestedAt } = first;
  const standing = standingOf(parts);
  const askedMinor = first.whole?.amountMinor ?? first.amountMinor;
  const amountMinor = standing.status === 'succeeded' ? sumMinor(succeeded(parts).map(amountOf)) : askedMinor;
  return { refundId, purpose, reason, requestedBy, splitRefund, amountMinor, requestedAt, standing, parts };
};

/** It ends with its last part. It has succeeded when any money went back, and its amount is that money. */
const standingOf = (parts: readonly Refund[]): Standing => {
  if (parts.some(({ status }) => status === 'pending')) return { status: 'pending' };
  const last = succeeded(parts)
    .toSorted((one, other) => Date.parse(one.settledAt) - Date.parse(other.settledAt))
    .at(-1);
  if (last !== undefined) {
    const { providerReference, settledAt } = last;
    return { status: 'succeeded', providerReference, settledAt };
  }
  const failed = parts.findLast((part) => part.status === 'failed');
  if (failed === undefined) throw new Error('A refund without parts has no standing.');
  return { status: 'failed', failure: failed.failure, failedAt: failed.failedAt };
};

type Succeeded = Extract<Refund, { status: 'succeeded' }>;

const succeeded = (parts: readonly Refund[]): readonly Succeeded[] =>
  parts.filter((part): part is Succeeded => part.status === 'succeeded');

const amountOf = ({ amountMinor }: Refund): number => amountMinor;
