import { type components } from '@repasse/contracts/generated/http/split-settlement';
import { formatMinor } from '@repasse/values/money';
import { type PayoutPolicy } from '../../domain/payout-policy';
import { amountMinorIn } from '../requests/amount';

export type PolicyBody = components['schemas']['PayoutPolicy'];

export const policyView = (policy: PayoutPolicy): PolicyBody => ({
  minimum: textOf(policy.minimumMinor),
  maximum: textOf(policy.maximumMinor),
  dayMaximum: textOf(policy.dayMaximumMinor),
  newDestinationMaximum: textOf(policy.newDestinationMaximumMinor),
  newDestinationDays: policy.newDestinationDays,
  fourEyesAbove: textOf(policy.fourEyesAboveMinor),
  fee: textOf(policy.feeMinor),
  feeCarriedBy: policy.feeCarriedBy,
  mayCoverLess: policy.mayCoverLess,
});

/** What is left out says nothing. */
export const policyIn = (body: PolicyBody): PayoutPolicy => ({
  minimumMinor: minorOf(body.minimum),
  maximumMinor: minorOf(body.maximum),
  dayMaximumMinor: minorOf(body.dayMaximum),
  newDestinationMaximumMinor: minorOf(body.newDestinationMaximum),
  newDestinationDays: body.newDestinationDays ?? null,
  fourEyesAboveMinor: minorOf(body.fourEyesAbove),
  feeMinor: minorOf(body.fee),
  feeCarriedBy: body.feeCarriedBy ?? null,
  mayCoverLess: body.mayCoverLess ?? null,
});

const textOf = (minor: number | null): string | null => (minor === null ? null : formatMinor(minor));

const minorOf = (amount: string | null | undefined): number | null =>
  amount === undefined || amount === null ? null : amountMinorIn(amount);
