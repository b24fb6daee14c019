import { after, card, create, pay, recordOffer, request, rules, stateOf } from '../../test/support/facts';
import { attemptOf, endToEndIdOf } from './charge';
import { type ChargeCommand } from './charge.commands';

const idOf = (attemptId: string, ...commands: readonly ChargeCommand[]): string | null => {
  const state = stateOf(after(...commands));
  const attempt = attemptOf(state, attemptId);
  if (!attempt) throw new Error(`The history has no ${attemptId}.`);
  return endToEndIdOf(state, attempt);
};

describe('the end-to-end id of an attempt', () => {
  it('is null while nothing has come', () => {
    expect(idOf('att_1', create, request(), recordOffer())).toBeNull();
  });

  it('is the transfer that paid it', () => {
    expect(idOf('att_1', create, request(), pay())).toBe('E1');
  });

  it('is the transfer that paid the charge, of several for one attempt', () => {
    const half = { ...rules({ underpaid: 'hold' }), receivedAmountMinor: 5_000 };
    const both = [create, request(), pay(1, half), pay(1, { ...half, providerReference: 'E2' })];
    expect(idOf('att_1', ...both)).toBe('E2');
    expect(idOf('att_1', ...both, pay(1, { providerReference: 'E3' }))).toBe('E2');
  });

  it('is its own transfer also where another attempt paid the charge', () => {
    expect(idOf('att_2', create, request(1), request(2), pay(1), pay(2))).toBe('E2');
  });

  it('is null of a card, whose receipt the acquirer names', () => {
    expect(idOf('att_1', create, request(1, card), pay())).toBeNull();
  });
});
