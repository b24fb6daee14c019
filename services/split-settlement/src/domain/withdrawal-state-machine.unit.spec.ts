import { given, isRejection } from '@repasse/chassis/decider';
import { stateMachine } from '@repasse/contracts';
import { withdrawal, type WithdrawalCommand, type WithdrawalEvent, type WithdrawalTerms } from './withdrawal';

const now = '2026-01-01T12:00:00.000Z';
const terms: WithdrawalTerms = {
  withdrawalId: 'wd_1',
  userId: 7,
  amountMinor: 5_000,
  currency: 'BRL',
  payCurrency: 'USDTBSC',
  payAddress: '0x2f1c5a9e7b3d4c6f',
  memo: null,
  externalReference: null,
};
const requested: WithdrawalEvent = { type: 'WithdrawalRequested', data: { terms, at: now } };
const paid: WithdrawalEvent = { type: 'WithdrawalPaid', data: { terms, at: now } };
const failed: WithdrawalEvent = { type: 'WithdrawalFailed', data: { terms, failure: 'no such address', at: now } };
const histories: readonly WithdrawalEvent[][] = [[requested], [requested, paid], [requested, failed]];

const payout = { amountMinor: 5_000, currency: 'BRL', now };
const commands: readonly WithdrawalCommand[] = [
  { type: 'RequestWithdrawal', data: { terms, availableMinor: 9_999, amountMinorMin: 1_000, now } },
  { type: 'PayWithdrawal', data: payout },
  { type: 'FailWithdrawal', data: { ...payout, failure: 'no such address' } },
];

const machine = stateMachine('withdrawal');
const nameAfter = (history: readonly WithdrawalEvent[]): string =>
  history.reduce(withdrawal.evolve, withdrawal.initialState).status.toUpperCase();

const moves = histories.flatMap((history) =>
  commands.flatMap((command) => {
    const decision = given(withdrawal, ...history).when(command);
    if (isRejection(decision)) return [];
    return decision.map((event) => ({ from: nameAfter(history), to: nameAfter([...history, event]), by: event.type }));
  }),
);

describe('the withdrawal against contracts/state-machines/withdrawal.json', () => {
  it('begins where the file says', () => expect(nameAfter([requested])).toBe(machine.initial));

  it.each(machine.states)('can be %s', (state) => expect(histories.map(nameAfter)).toContain(state));

  it.each(machine.transitions)('goes from $from to $to by $by', (transition) =>
    expect(moves).toContainEqual(transition),
  );

  it('makes no other move', () => expect(moves).toHaveLength(machine.transitions.length));
});

describe('asking for a withdrawal', () => {
  const ask = (change: object, other: Partial<WithdrawalTerms> = {}): WithdrawalCommand => {
    const data = { terms: { ...terms, ...other }, availableMinor: 5_000, amountMinorMin: 1_000, now };
    return { type: 'RequestWithdrawal', data: { ...data, ...change } };
  };

  it('takes up to all that is available', () => {
    expect(given(withdrawal).when(ask({}))).toEqual([requested]);
  });

  it.each([
    ['more than is available', ask({ availableMinor: 4_999 }), 'withdrawal.insufficient_balance'],
    ['anything of nothing', ask({ availableMinor: 0 }), 'withdrawal.insufficient_balance'],
    ['less than is worth sending', ask({ amountMinorMin: 5_001 }), 'withdrawal.amount_below_minimum'],
  ])('for %s is refused', (_what, command, code) => {
    expect(given(withdrawal).when(command)).toMatchObject({ rejected: true, code });
  });

  it('again says nothing, however little is left', () => {
    for (const history of histories) expect(given(withdrawal, ...history).when(ask({ availableMinor: 0 }))).toEqual([]);
  });

  it.each([{ amountMinor: 4_000 }, { payAddress: 'elsewhere' }, { memo: '1' }, { userId: 8 }, { payCurrency: 'BTC' }])(
    'again with %j is refused by name',
    (other) => {
      expect(given(withdrawal, requested).when(ask({}, other))).toMatchObject({ code: 'withdrawal.id_taken' });
    },
  );
});

describe('the end of a payout', () => {
  const pay: WithdrawalCommand = { type: 'PayWithdrawal', data: payout };
  const fail: WithdrawalCommand = { type: 'FailWithdrawal', data: { ...payout, failure: 'no such address' } };

  it('is the end of the withdrawal', () => {
    expect(given(withdrawal, requested).when(pay)).toEqual([paid]);
    expect(given(withdrawal, requested).when(fail)).toEqual([failed]);
  });

  it('decides nothing when repeated', () => {
    expect(given(withdrawal, requested, paid).when(pay)).toEqual([]);
    expect(given(withdrawal, requested, failed).when(fail)).toEqual([]);
  });

  it.each<[string, readonly WithdrawalEvent[], WithdrawalCommand, string]>([
    ['payment of what failed', [requested, failed], pay, 'withdrawal.already_failed'],
    ['failure of a paid withdrawal', [requested, paid], fail, 'withdrawal.already_paid'],
    ['payment of an unknown withdrawal', [], pay, 'withdrawal.not_found'],
    ['failure of an unknown withdrawal', [], fail, 'withdrawal.not_found'],
    [
      'payment of less',
      [requested],
      { type: 'PayWithdrawal', data: { ...payout, amountMinor: 4_999 } },
      'withdrawal.payout_differs',
    ],
    [
      'failure of another currency',
      [requested],
      { type: 'FailWithdrawal', data: { ...payout, currency: 'USD', failure: '-' } },
      'withdrawal.payout_differs',
    ],
  ])('%s is refused', (_what, history, command, code) => {
    expect(given(withdrawal, ...history).when(command)).toMatchObject({ rejected: true, code });
  });
});
