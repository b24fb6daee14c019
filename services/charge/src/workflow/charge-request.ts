import { type ChargeMethod } from '@repasse/contracts';
import { type ChargeTerms } from '../domain/charge.terms';
import { type CreationInputs } from '../store/effects';

/** A share as it was asked for, its recipient not looked up yet. */
export type RequestedShare =
  | { readonly kind: 'FIXED'; readonly recipientEmail: string; readonly amountMinor: number }
  | { readonly kind: 'PERCENT'; readonly recipientEmail: string; readonly percentBps: number };

/** A request that has passed every check, in the service's own terms. */
export interface ChargeRequest {
  readonly grossAmountMinor: number;
  /** Of the first attempt; null makes none. */
  readonly paymentMethod: ChargeMethod | null;
  /** Of the first attempt; 1 for everything but cards. */
  readonly installments: number;
  /** The currency an international payer pays in; null where the payer pays in BRL. */
  readonly checkoutCurrency: string | null;
  readonly description: string | null;
  readonly externalReference: string | null;
  readonly webhookUrl: string | null;
  readonly redirectUrl: string | null;
  readonly expiresAt: string;
  /** Of the first attempt; null leaves it to the charge. */
  readonly attemptExpiresAt: string | null;
  readonly shares: readonly RequestedShare[];
  readonly methods: ChargeTerms['methods'];
  readonly installmentsMax: number;
  readonly attemptsMax: number;
  readonly clientMode: ChargeTerms['clientMode'];
  readonly inputs: CreationInputs;
}
