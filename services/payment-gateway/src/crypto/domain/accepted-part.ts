import { sumMinor } from '@repasse/chassis/money';
import { type PaymentState, type Receipt } from '../../payments/domain/payment';

/** What has come of a price altogether, and when the last of it did. */
export interface Came {
  readonly totalMinor: number;
  readonly receivedAt: string;
}

/**
 * What was booked of a price since its merchant accepted a part of it: the part, and what has come of the rest. Empty
 * where nobody did. What came on top of the price is not among them: the provider tells of that by itself.
 */
export const acceptedPartsOf = (state: PaymentState): readonly Receipt[] => {
  if (state.status !== 'received' || state.acceptedReference === null) return [];
  const { acceptedReference, receipts } = state;
  return receipts.filter(
    ({ providerReference }) =>
      providerReference === acceptedReference || providerReference.startsWith(furtherReference(acceptedReference, '')),
  );
};

/**
 * A provider tells how much of a price has come, and not in which parts it was booked. This divides what it tells into
 * those parts as far as it reaches; what is more than they are is one part more, and what they are more is missing.
 */
export const inParts = (booked: readonly Receipt[], { totalMinor, receivedAt }: Came): readonly Receipt[] => {
  const there = booked.flatMap((part, at) => {
    const beforeMinor = sumMinor(booked.slice(0, at).map(({ amountMinor }) => amountMinor));
    const amountMinor = Math.min(part.amountMinor, totalMinor - beforeMinor);
    return amountMinor > 0 ? [{ ...part, amountMinor }] : [];
  });
  const restMinor = totalMinor - sumMinor(booked.map(({ amountMinor }) => amountMinor));
  const [first] = booked;
  if (first === undefined || restMinor <= 0) return there;
  const providerReference = furtherReference(first.providerReference, booked.length + 1);
  return [...there, { providerReference, amountMinor: restMinor, receivedAt }];
};

/** No provider's name for anything has a slash in it. The number makes the same part the same receipt, told twice. */
const furtherReference = (reference: string, number: number | ''): string => `${reference}/${number}`;
