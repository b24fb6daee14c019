import { exampleEvent } from '@repasse/chassis/testing/example-event';
import { type AnyEvent, type EventData, type EventType } from '@repasse/contracts';
import { refundCallsOf } from './refund-rows';

const event = <T extends EventType>(type: T, data: Partial<EventData[T]> = {}): AnyEvent =>
  exampleEvent(type, { key: 'pay_01KAJ2E8V4N7Q0S6T3W9X5Y1Z2', position: 1, data });

const rowsOf = (...events: readonly AnyEvent[]): unknown => {
  const [call] = refundCallsOf(events);
  return call === undefined ? [] : JSON.parse(String(call.values[0]));
};

const requested = event('repasse.refund.requested.v1', {
  ...{ reason: 'Broken', requestedBy: 'key_a', amountMinor: 4_000 },
});

describe('rows of refunds', () => {
  it('are one for each refund, in the state of its last event, with what its request said', () => {
    const settled = event('repasse.refund.settled.v1', { amountMinor: 3_000, settledAt: '2026-11-21T15:00:05.000Z' });
    expect(rowsOf(requested, settled)).toMatchObject([
      {
        ...{ status: 'SUCCEEDED', amount_minor: 3_000, reason: 'Broken', requested_by: 'key_a', failure: null },
        ...{ created_at: '2026-11-21T15:00:00.000Z', updated_at: '2026-11-21T15:00:05.000Z' },
      },
    ]);
    const failed = event('repasse.refund.failed.v1', { failure: 'Account closed' });
    expect(rowsOf(requested, failed)).toMatchObject([
      { status: 'FAILED', reason: 'Broken', failure: 'Account closed' },
    ]);
  });

  it('are apart for refunds of one payment', () => {
    const other = event('repasse.refund.failed.v1', { refundId: 're_01KAJ2F3V4N7Q0S6T3W9X5Y1Z9' });
    expect(rowsOf(requested, other)).toMatchObject([{ status: 'PENDING' }, { status: 'FAILED' }]);
  });

  it('are not written for payments without a charge, and nothing is for other events', () => {
    const ofCoins = event('repasse.refund.requested.v1', { chargeId: null, attemptId: null });
    expect(refundCallsOf([ofCoins, event('repasse.payment.received.v1')])).toEqual([]);
  });
});
