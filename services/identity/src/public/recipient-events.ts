import { userEvent, type UserEvent } from './user-events';
import { assertNever } from '@repasse/chassis/decider';
import { type VerificationStep } from '../recipients/verification';
import { type Recipient } from '../recipients/recipient';

type Told = Pick<Recipient, 'userId' | 'managerUserId'>;

export const recipientRegistered = ({ userId, managerUserId, kind }: Recipient, at: string): UserEvent =>
  userEvent('repasse.recipient.registered.v1', at, { userId, managerUserId, recipientKind: kind, registeredAt: at });

export const recipientErased = ({ userId, managerUserId }: Told, at: string): UserEvent =>
  userEvent('repasse.recipient.erased.v1', at, { userId, managerUserId, erasedAt: at });

/** A step of a verification, told without personal data. */
export const stepTaken = (step: VerificationStep, { userId, managerUserId }: Told, at: string): UserEvent => {
  const told = { userId, managerUserId };
  switch (step.type) {
    case 'submit':
      return userEvent('repasse.recipient.submitted.v1', at, { ...told, submittedAt: at });
    case 'verify':
      return userEvent('repasse.recipient.verified.v1', at, { ...told, verifiedAt: at });
    case 'refuse': {
      const refusalReasons = [...step.reasons];
      return userEvent('repasse.recipient.refused.v1', at, { ...told, refusalReasons, refusedAt: at });
    }
    case 'suspend': {
      const { reason: suspensionReason } = step;
      return userEvent('repasse.recipient.suspended.v1', at, { ...told, suspensionReason, suspendedAt: at });
    }
    case 'reopen':
      return userEvent('repasse.recipient.reopened.v1', at, { ...told, reopenedAt: at });
    default:
      return assertNever(step);
  }
};
