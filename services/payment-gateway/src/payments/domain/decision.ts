import { reject, type Rejection } from '@repasse/chassis/decider';
import { amountMinorMax } from '@repasse/values/money';
import { type UndatedPaymentEvent } from './payment-events';

/** The result of deciding on a command: the events, none when it changes nothing, or the refusal. */
export type Decision = readonly UndatedPaymentEvent[] | Rejection;

export const isAmount = (amountMinor: number): boolean =>
  Number.isSafeInteger(amountMinor) && amountMinor > 0 && amountMinor <= amountMinorMax;

export const notFound = (): Rejection => reject('payment.not_found', 'There is no such payment.');
