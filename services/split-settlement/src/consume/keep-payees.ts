import { accessTypes } from '@repasse/chassis/auth/access/access-changes';
import { writing, type Consumption } from '@repasse/chassis/consumer/consumer';
import { defineProjection } from '@repasse/chassis/projection/definition';
import { callOf } from '@repasse/chassis/projection/show-events';
import { revokedAccess } from '@repasse/chassis/service/access';
import { isOfType, type AnyEvent, type EventOfType, type EventType } from '@repasse/contracts';
import { type Verification } from '../domain/payout-standing';

const verificationAfter = {
  'repasse.recipient.registered.v1': 'NOT_STARTED',
  'repasse.recipient.submitted.v1': 'PENDING',
  'repasse.recipient.verified.v1': 'VERIFIED',
  'repasse.recipient.refused.v1': 'REFUSED',
  'repasse.recipient.suspended.v1': 'SUSPENDED',
  'repasse.recipient.reopened.v1': 'NOT_STARTED',
  'repasse.recipient.erased.v1': 'ERASED',
} as const satisfies Partial<Record<EventType, Verification>>;

const payeeTypes = [
  'repasse.user.registered.v1',
  ...(Object.keys(verificationAfter) as (keyof typeof verificationAfter)[]),
  ...(['repasse.destination.added.v1', 'repasse.destination.confirmed.v1'] as const),
  ...(['repasse.destination.made_default.v1', 'repasse.destination.removed.v1'] as const),
] as const;
const isPayeeEvent = isOfType(payeeTypes);
type PayeeEvent = EventOfType<(typeof payeeTypes)[number]>;

/** A change for keep_payees, in the names of its columns. */
const changeOf = ({ type, data }: PayeeEvent): object => {
  switch (type) {
    case 'repasse.user.registered.v1':
      return { change: 'USER', user_id: data.userId, email_hash: data.emailHash };
    case 'repasse.destination.added.v1':
      return addedOf(data);
    case 'repasse.destination.confirmed.v1':
      return { change: 'CONFIRMED', destination_id: data.destinationId, at: data.confirmedAt };
    case 'repasse.destination.made_default.v1':
      return { change: 'MADE_DEFAULT', user_id: data.userId, destination_id: data.destinationId };
    case 'repasse.destination.removed.v1':
      return { change: 'REMOVED', destination_id: data.destinationId, at: data.removedAt };
    default: {
      const { userId: user_id, managerUserId: manager_user_id } = data;
      return { change: 'PAYEE', user_id, manager_user_id, verification: verificationAfter[type] };
    }
  }
};

const addedOf = (data: EventOfType<'repasse.destination.added.v1'>['data']): object => ({
  change: 'ADDED',
  user_id: data.userId,
  destination_id: data.destinationId,
  rail: data.rail,
  kind: data.destinationKind,
  label: data.destinationLabel,
  is_own_document: data.isOwnDocument,
  is_default: data.isDefault,
  pay_currency: data.coinAddress?.payCurrency ?? null,
  pay_address: data.coinAddress?.payAddress ?? null,
  memo: data.coinAddress?.memo ?? null,
  at: data.addedAt,
  usable_from: data.usableAt,
});

/** Copies of identity's users, payees and destinations, which decide about payouts and about shares that wait. */
export const payees = defineProjection({
  name: 'payees',
  topics: ['identity.events.v1'],
  tables: ['payees', 'payout_destinations', 'known_users'],
  rowsOf: (events: readonly AnyEvent[]) => events.filter(isPayeeEvent).map(changeOf),
  write: 'keep_payees',
});

/** identity.events.v1 → revoked access, payees and destinations, in one statement: a topic has one consumption. */
export const consumeIdentity = (access: Consumption, onClaimant: () => void): Consumption => ({
  ...access,
  types: [...accessTypes, ...payeeTypes],
  ...writing((events) => [callOf(revokedAccess, events), callOf(payees, events)]),
  afterCommit: (events) => {
    access.afterCommit?.(events);
    if (events.some(({ type }) => claimantTypes.has(type))) onClaimant();
  },
});

/** A share that waits has a recipient once both have come, in either order. */
const claimantTypes: ReadonlySet<string> = new Set<EventType>([
  'repasse.user.registered.v1',
  'repasse.recipient.verified.v1',
]);
