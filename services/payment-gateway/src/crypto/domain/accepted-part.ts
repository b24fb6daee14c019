import { sumMinor } from '@repasse/values/money';
import { type PaymentState, type Receipt } from '../../payments/domain/payment';

/** The sum received of a price, and the time of the last deposit. */
export interface Came {
  readonly totalMinor: number;
  readonly receivedAt: string;
}

/**
 * The receipts booked of a price since its merchant accepted a part of it: the part and later deposits. Empty when no
 * part was accepted. Deposits beyond the price are not among them: the provider reports them as payments of their own.
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
 * A provider reports the sum received of a price, not the parts in which it was booked. This divides the sum into those
 * parts as far as it reaches; an excess is one part more, and a shortfall is missing from the last ones.
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

/** No provider's reference has a slash in it. The number makes the same part the same receipt when reported twice. */
const furtherReference = (reference: string, number: number | ''): string => `${reference}/${number}`;
