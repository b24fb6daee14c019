import { assertNever, reject, type Rejection } from '@repasse/chassis/decider';
import { type Standing, type Verification } from './recipient';

/** A step of a verification; contracts/state-machines/verification.json lists which lead where. */
export type VerificationStep =
  | { readonly type: 'submit' }
  | { readonly type: 'verify' }
  | { readonly type: 'refuse'; readonly reasons: readonly string[] }
  | { readonly type: 'suspend'; readonly reason: string }
  /** Name, document or the like has changed since they were verified. */
  | { readonly type: 'reopen' };

const from: Readonly<Record<VerificationStep['type'], readonly Verification[]>> = {
  submit: ['NOT_STARTED', 'REFUSED'],
  verify: ['PENDING', 'SUSPENDED'],
  refuse: ['PENDING'],
  suspend: ['VERIFIED'],
  reopen: ['VERIFIED'],
};

/** The standing after a step, or why it cannot be taken. */
export const stepVerification = (before: Standing, step: VerificationStep): Standing | Rejection => {
  if (!from[step.type].includes(before.verification)) {
    return reject('recipient.verification_conflict', `The verification is ${before.verification}.`);
  }
  return standingAfter(step);
};

/** Which steps a standing allows, in the words of the API. */
export const allowedSteps = ({ verification }: Standing): readonly string[] =>
  (Object.keys(from) as VerificationStep['type'][]).filter((type) => from[type].includes(verification));

const standingAfter = (step: VerificationStep): Standing => {
  switch (step.type) {
    case 'submit':
      return standing('PENDING');
    case 'verify':
      return standing('VERIFIED');
    case 'refuse':
      return { ...standing('REFUSED'), refusalReasons: step.reasons };
    case 'suspend':
      return { ...standing('SUSPENDED'), suspensionReason: step.reason };
    case 'reopen':
      return standing('NOT_STARTED');
    default:
      return assertNever(step);
  }
};

const standing = (verification: Verification): Standing => ({
  verification,
  refusalReasons: [],
  suspensionReason: null,
});

export const notStarted: Standing = standing('NOT_STARTED');
