import { type AnyEvent, type EventData } from '@repasse/contracts';
import { assertNever } from '@repasse/chassis/decider';
import { type Tx } from '@repasse/chassis/postgres/database';
import { eraseKept } from '../recipients/erasure/table';
import { type Standing } from '../recipients/recipient';
import { insertRecipients, updateStanding } from '../recipients/table';
import { notStarted } from '../recipients/verification';

export type RecipientFact = Extract<AnyEvent, { type: `repasse.recipient.${string}` }>;

/** Writes the standing that a public event tells into a restored database. Personal data is in no event. */
export const rebuildRecipientFact = async (tx: Tx, event: RecipientFact): Promise<readonly string[]> => {
  const { time, data } = event;
  if (event.type === 'repasse.recipient.registered.v1') return registerAgain(tx, event.data);
  await updateStanding(tx, data.userId, standingAfter(event), time);
  // A backup holds data that was erased after it was made.
  if (event.type === 'repasse.recipient.erased.v1') await eraseKept(tx, data.userId, event.data.erasedAt);
  return [];
};

const standingAfter = (event: Exclude<RecipientFact, { type: 'repasse.recipient.registered.v1' }>): Standing => {
  switch (event.type) {
    case 'repasse.recipient.submitted.v1':
      return { ...notStarted, verification: 'PENDING' };
    case 'repasse.recipient.verified.v1':
      return { ...notStarted, verification: 'VERIFIED' };
    case 'repasse.recipient.refused.v1':
      return { ...notStarted, verification: 'REFUSED', refusalReasons: event.data.refusalReasons };
    case 'repasse.recipient.suspended.v1':
      return { ...notStarted, verification: 'SUSPENDED', suspensionReason: event.data.suspensionReason };
    case 'repasse.recipient.reopened.v1':
    case 'repasse.recipient.erased.v1':
      return notStarted;
    default:
      return assertNever(event);
  }
};

const registerAgain = async (
  tx: Tx,
  { userId, managerUserId, recipientKind: kind, registeredAt }: EventData['repasse.recipient.registered.v1'],
): Promise<readonly string[]> => {
  const times = { createdAt: registeredAt, updatedAt: registeredAt };
  const unknown = { tradeName: null, telephone: null, address: null, birthDate: null };
  const data = { name: `User ${String(userId)}`, document: '', ...unknown, representative: null, activity: null };
  await insertRecipients(tx, [{ userId, managerUserId: managerUserId ?? null, kind, ...notStarted, ...times, data }]);
  return [
    'the personal data of a recipient, and which merchants know them: register them again, PATCH /recipients/{id}',
  ];
};
