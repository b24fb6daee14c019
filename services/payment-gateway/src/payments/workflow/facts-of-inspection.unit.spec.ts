import { type Found } from '../../providers/provider';
import * as cast from '../../../test/support/payments';
import { type KnownPayment, knownOf } from '../domain/payment';
import { payment } from '../domain/payment.decide';
import { factsOfInspection } from './facts-of-inspection';

const { requested, offered, terms, facts } = cast;
const offeredPayment: KnownPayment = knownOf(
  facts.paymentId,
  [requested, offered].reduce(payment.evolve, payment.initialState),
);
const removed: Found = { outcome: 'found', status: 'removed', receipts: [] };
const commandsAt = (state: KnownPayment, now: string): readonly string[] =>
  (factsOfInspection(state, removed, { now, newId: () => 'x' }).before ?? []).map(({ type }) => type);
const justBefore = new Date(Date.parse(terms.expiresAt) - 1).toISOString();

describe('a payment that its provider has removed by itself', () => {
  it('has failed while it could still have been paid', () => {
    expect(commandsAt(offeredPayment, justBefore)).toEqual(['FailPayment']);
  });

  it('is left to expire once its time is over, since nobody paid it and nothing failed', () => {
    expect(commandsAt(offeredPayment, terms.expiresAt)).toEqual([]);
  });

  it('has failed whenever it was a card, which is charged at once', () => {
    const byCard: KnownPayment = { ...offeredPayment, facts: { ...facts, paymentMethod: 'CREDIT_CARD' } };
    expect(commandsAt(byCard, terms.expiresAt)).toEqual(['FailPayment']);
  });
});
