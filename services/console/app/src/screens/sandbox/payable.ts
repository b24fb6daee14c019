import { type components } from '@repasse/contracts/generated/http/charge';

type Attempt = components['schemas']['Attempt'];

/** A card pays where it is typed: on the payer's page. */
export const isPayableHere = ({ checkoutMeta }: Attempt): boolean =>
  checkoutMeta !== null && ('emv' in checkoutMeta || 'publicToken' in checkoutMeta);

/** Its method, and how much it asks for. */
export const nameOfAttempt = (
  { paymentMethod, grossAmount }: Attempt,
  methodNames: Readonly<Record<string, string>>,
): string => `${methodNames[paymentMethod] ?? paymentMethod}, ${grossAmount}`;

/** Only sales by card are disputed. */
export const isPaidByCard = ({ status, checkoutMeta }: Attempt): boolean =>
  status === 'PAID' && checkoutMeta !== null && 'last4' in checkoutMeta;
