import { assertNever } from '@repasse/chassis/decider';
import { type Announcement } from '@repasse/chassis/outbox/outbox';
import { type WithdrawalEvent } from '../domain/withdrawal-events';
import { type WithdrawalTerms } from '../domain/withdrawal-terms';

type Public =
  | Announcement<'repasse.withdrawal.proposed.v1'>
  | Announcement<'repasse.withdrawal.requested.v1'>
  | Announcement<'repasse.withdrawal.canceled.v1'>
  | Announcement<'repasse.withdrawal.paid.v1'>
  | Announcement<'repasse.withdrawal.failed.v1'>
  | Announcement<'repasse.withdrawal.returned.v1'>;

/** The public events of a withdrawal, in the order of its own stream. */
export const withdrawalEvent = (event: WithdrawalEvent): Public => {
  const { terms, at } = event.data;
  const { withdrawalId, userId, amountMinor, currency, managerUserId } = terms;
  const common = { key: withdrawalId, time: at };
  const money = { withdrawalId, userId, amountMinor, currency, managerUserId };
  switch (event.type) {
    case 'WithdrawalProposed': {
      const data = { ...askedOf(terms), proposedAt: at, releaseUntil: event.data.releaseUntil };
      return { ...common, type: 'repasse.withdrawal.proposed.v1', data };
    }
    case 'WithdrawalRequested': {
      const data = { ...askedOf(terms), requestedAt: at, releasedBy: event.data.releasedBy ?? null };
      return { ...common, type: 'repasse.withdrawal.requested.v1', data };
    }
    case 'WithdrawalCanceled': {
      const { reason: cancelReason, canceledBy } = event.data;
      return {
        ...common,
        type: 'repasse.withdrawal.canceled.v1',
        data: { ...money, cancelReason, canceledBy, canceledAt: at },
      };
    }
    case 'WithdrawalPaid': {
      const { endToEndId, transactionHash } = event.data;
      const names = {
        ...(endToEndId !== null && { endToEndId }),
        ...(transactionHash !== null && { transactionHash }),
      };
      return { ...common, type: 'repasse.withdrawal.paid.v1', data: { ...money, paidAt: at, ...names } };
    }
    case 'WithdrawalFailed': {
      const { failure } = event.data;
      return { ...common, type: 'repasse.withdrawal.failed.v1', data: { ...money, failure, failedAt: at } };
    }
    case 'WithdrawalReturned': {
      const { returnedMinor, returnedTotalMinor, returnReference, returnReason } = event.data;
      const isFull = returnedTotalMinor === terms.payoutMinor;
      const back = { returnedMinor, returnedTotalMinor, isFull, returnReference, returnReason, returnedAt: at };
      return { ...common, type: 'repasse.withdrawal.returned.v1', data: { ...money, ...back } };
    }
    default:
      return assertNever(event);
  }
};

const askedOf = (terms: WithdrawalTerms) => {
  const { destinationId, batchId, feeMinor, feeUserId, ...others } = terms;
  return {
    ...others,
    ...(destinationId === null ? {} : { destinationId }),
    ...(batchId === null ? {} : { batchId }),
    ...(feeUserId === null ? {} : { payoutFeeMinor: feeMinor, feeUserId }),
  };
};
