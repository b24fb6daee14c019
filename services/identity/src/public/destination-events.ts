import { partsOf, type WholeDestination } from '../destinations/destination';
import { userEvent, type UserEvent } from './user-events';

const toldOf = (
  { userId, destinationId }: Pick<WholeDestination, 'userId' | 'destinationId'>,
  managerUserId: number | null,
) => ({
  userId,
  managerUserId,
  destinationId,
});

/** Of an address for coins the address goes out, as in the events of withdrawals; of others the label alone. */
export const destinationAdded = (destination: WholeDestination, managerUserId: number | null): UserEvent => {
  const { target, createdAt: addedAt } = destination;
  return userEvent('repasse.destination.added.v1', addedAt, {
    ...toldOf(destination, managerUserId),
    rail: destination.rail,
    destinationKind: destination.kind,
    destinationLabel: destination.label,
    isOwnDocument: destination.holder === null,
    isDefault: destination.isDefault,
    coinAddress: partsOf(target).coinAddress,
    usableAt: destination.usableAt,
    addedAt,
  });
};

export const destinationConfirmed = (
  destination: WholeDestination,
  managerUserId: number | null,
  at: string,
): UserEvent =>
  userEvent('repasse.destination.confirmed.v1', at, { ...toldOf(destination, managerUserId), confirmedAt: at });

export const destinationMadeDefault = (
  destination: WholeDestination,
  managerUserId: number | null,
  at: string,
): UserEvent =>
  userEvent('repasse.destination.made_default.v1', at, { ...toldOf(destination, managerUserId), changedAt: at });

export const destinationRemoved = (
  destination: Pick<WholeDestination, 'userId' | 'destinationId'>,
  managerUserId: number | null,
  at: string,
): UserEvent =>
  userEvent('repasse.destination.removed.v1', at, { ...toldOf(destination, managerUserId), removedAt: at });
