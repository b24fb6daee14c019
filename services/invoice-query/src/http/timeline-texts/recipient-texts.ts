import { type TextsOf } from './wording';

export const recipientTexts: TextsOf<'recipient' | 'destination'> = {
  'repasse.recipient.registered.v1': (e) => `User ${e.userId} said who is paid for them.`,
  'repasse.recipient.submitted.v1': (e) => `What is known of recipient ${e.userId} is being verified.`,
  'repasse.recipient.verified.v1': (e) => `Recipient ${e.userId} is verified and may be paid out.`,
  'repasse.recipient.refused.v1': (e) =>
    `The verification of recipient ${e.userId} was refused: ${e.refusalReasons.map(inWords).join(', ')}.`,
  'repasse.recipient.suspended.v1': (e) =>
    `Recipient ${e.userId} is not paid out for now: ${inWords(e.suspensionReason)}.`,
  'repasse.recipient.reopened.v1': (e) =>
    `What was verified of recipient ${e.userId} has changed and must be verified again.`,
  'repasse.recipient.erased.v1': (e) => `The personal data of recipient ${e.userId} was erased.`,
  'repasse.destination.added.v1': (e) =>
    `Recipient ${e.userId} has a further destination: ${e.destinationLabel}. It may be used from ${e.usableAt}.`,
  'repasse.destination.confirmed.v1': (e) => `Recipient ${e.userId} confirmed a destination by a second factor.`,
  'repasse.destination.made_default.v1': (e) => `Recipient ${e.userId} chose another destination for payouts.`,
  'repasse.destination.removed.v1': (e) => `Recipient ${e.userId} removed a destination.`,
};

const inWords = (code: string): string => code.toLowerCase().replaceAll('_', ' ');
