import { assertNever } from '@repasse/chassis/decider';
import { type Announcement } from '@repasse/chassis/outbox/outbox';
import { type WithdrawalEvent } from '../domain/withdrawal';

type Public =
  | Announcement<'repasse.withdrawal.requested.v1'>
  | Announcement<'repasse.withdrawal.paid.v1'>
  | Announcement<'repasse.withdrawal.failed.v1'>;

/** The public events of a withdrawal, in the order of its own stream. */
export const withdrawalEvent = (event: WithdrawalEvent): Public => {
  const { terms, at } = event.data;
  const { withdrawalId, userId, amountMinor, currency } = terms;
  const common = { key: withdrawalId, time: at };
  const money = { withdrawalId, userId, amountMinor, currency };
  switch (event.type) {
    case 'WithdrawalRequested':
      return { ...common, type: 'repasse.withdrawal.requested.v1', data: { ...terms, requestedAt: at } };
    case 'WithdrawalPaid':
      return { ...common, type: 'repasse.withdrawal.paid.v1', data: { ...money, paidAt: at } };
    case 'WithdrawalFailed':
      return {
        ...common,
        type: 'repasse.withdrawal.failed.v1',
        data: { ...money, failure: event.data.failure, failedAt: at },
      };
    default:
      return assertNever(event);
  }
};
