import { given } from '@repasse/chassis/decider';
import * as cast from '../../../test/support/payments';
import { type DataOf, type PaymentCommand } from '../../payments/domain/payment-commands';
import { payment } from '../../payments/domain/payment.decide';
import { type PaymentEvent } from '../../payments/domain/payment-events';

const { now, requested, received } = cast;
const refusal = (code: string): object => expect.objectContaining({ rejected: true, code }) as object;
const dispute = { disputeId: 'dsp_01KAJ2F3V4N7Q0S6T3W9X5Y1Z2', providerReference: 'C1', amountMinor: 10_000 };
const told = (other: Partial<DataOf<'RecordDispute'>> = {}): PaymentCommand<'RecordDispute'> => ({
  type: 'RecordDispute',
  data: { ...dispute, status: 'open', reason: 'fraud', at: now, now, ...other },
});
const opened: PaymentEvent = {
  type: 'DisputeOpened',
  at: now,
  data: { dispute, reason: 'fraud', openedAt: now },
};
const decidedAs = (type: 'DisputeWon' | 'DisputeLost'): PaymentEvent => ({
  type,
  at: now,
  data: { disputeId: dispute.disputeId, decidedAt: now },
});
const paid = [requested, received];

describe('a dispute', () => {
  it('is opened, and won or lost under the id it was opened with', () => {
    const other = { disputeId: 'dsp_another' };

    expect(given(payment, ...paid).when(told())).toEqual([opened]);
    expect(given(payment, ...paid, opened).when(told({ ...other, status: 'won' }))).toEqual([decidedAs('DisputeWon')]);
    expect(given(payment, ...paid, opened).when(told({ ...other, status: 'lost' }))).toEqual([
      decidedAs('DisputeLost'),
    ]);
  });

  it('was not opened before the money came, whatever the acquirer calls its day', () => {
    const [before, after] = [cast.atSeconds(-43_200), cast.atSeconds(60)];

    expect(given(payment, ...paid).when(told({ at: before }))).toEqual([opened]);
    expect(given(payment, ...paid).when(told({ at: before, status: 'lost' }))).toEqual([
      opened,
      decidedAs('DisputeLost'),
    ]);
    expect(given(payment, ...paid).when(told({ at: after }))).toMatchObject([{ data: { openedAt: after } }]);
  });

  it('that arrives decided is opened and decided at once', () => {
    expect(given(payment, ...paid).when(told({ status: 'lost' }))).toEqual([opened, decidedAs('DisputeLost')]);
  });

  it('is refused where nothing was received, and of no amount', () => {
    expect(given(payment).when(told())).toEqual(refusal('payment.not_found'));
    expect(given(payment, requested).when(told())).toEqual(refusal('dispute.payment_not_paid'));
    expect(given(payment, ...paid).when(told({ amountMinor: 0 }))).toEqual(refusal('dispute.amount_out_of_range'));
  });

  it('is no news the second time, and ends once', () => {
    expect(given(payment, ...paid, opened).when(told())).toEqual([]);
    expect(given(payment, ...paid, opened, decidedAs('DisputeWon')).when(told({ status: 'lost' }))).toEqual([]);
  });
});
