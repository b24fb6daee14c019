import { assertNever, reject } from '@repasse/chassis/decider';
import { type Decision, isAmount, notFound } from '../../payments/domain/decision';
import { type PaymentFacts, type PaymentState } from '../../payments/domain/payment';
import { type DataOf } from '../../payments/domain/payment-commands';
import { type PaymentEvent } from '../../payments/domain/payment-events';
import { type DisputeFacts } from './dispute';

/** Records the standing of a dispute. One that is first reported when it is over gets its opening, too. */
export const recordDispute = (told: DataOf<'RecordDispute'>, state: PaymentState): Decision => {
  if (state.status === 'absent') return notFound();
  if (state.status !== 'received') return reject('dispute.payment_not_paid', 'Nothing was received to dispute.');
  if (!isAmount(told.amountMinor)) return reject('dispute.amount_out_of_range', 'A dispute is about some money.');

  const kept = state.disputes.find(({ providerReference }) => providerReference === told.providerReference);
  if (kept !== undefined && kept.status !== 'open') return [];
  const { disputeId, amountMinor } = kept ?? told;
  const data = { ...state.facts, dispute: { disputeId, providerReference: told.providerReference, amountMinor } };
  const opened: readonly PaymentEvent[] =
    kept === undefined
      ? [{ type: 'DisputeOpened', data: { ...data, reason: told.reason, openedAt: told.at, recordedAt: told.now } }]
      : [];
  return [...opened, ...ending(told, data)];
};

const ending = (
  { status, at, now }: DataOf<'RecordDispute'>,
  data: PaymentFacts & { readonly dispute: DisputeFacts },
): readonly PaymentEvent[] => {
  switch (status) {
    case 'open':
      return [];
    case 'won':
      return [{ type: 'DisputeWon', data: { ...data, decidedAt: at, recordedAt: now } }];
    case 'lost':
      return [{ type: 'DisputeLost', data: { ...data, decidedAt: at, recordedAt: now } }];
    default:
      return assertNever(status);
  }
};
