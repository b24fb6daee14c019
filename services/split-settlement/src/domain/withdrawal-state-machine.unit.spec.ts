import { given, isRejection } from '@repasse/chassis/decider';
import { stateMachine } from '@repasse/contracts';
import { coinTerms, standingWith } from '../../test/support/withdrawal-terms';
import { withdrawal, type WithdrawalCommand } from './withdrawal';
import { type WithdrawalEvent } from './withdrawal-events';

const now = '2026-01-01T12:00:00.000Z';
const releaseUntil = '2026-01-04T12:00:00.000Z';
const terms = coinTerms();
const proposed: WithdrawalEvent = { type: 'WithdrawalProposed', data: { terms, releaseUntil, at: now } };
const requested: WithdrawalEvent = { type: 'WithdrawalRequested', data: { terms, at: now } };
const released: WithdrawalEvent = { type: 'WithdrawalRequested', data: { terms, releasedBy: 'key-of-two', at: now } };
const canceled: WithdrawalEvent = {
  type: 'WithdrawalCanceled',
  data: { terms, reason: 'REFUSED', canceledBy: 'key-of-two', at: now },
};
const paid: WithdrawalEvent = {
  type: 'WithdrawalPaid',
  data: { terms, endToEndId: null, transactionHash: null, at: now },
};
const failed: WithdrawalEvent = { type: 'WithdrawalFailed', data: { terms, failure: 'no such address', at: now } };
const back = (returnedTotalMinor: number, returnedMinor = returnedTotalMinor): WithdrawalEvent => ({
  type: 'WithdrawalReturned',
  data: { terms, returnedMinor, returnedTotalMinor, returnReference: 'D1', returnReason: null, at: now },
});
const histories: readonly WithdrawalEvent[][] = [
  ...[[proposed], [requested], [proposed, canceled]],
  ...[
    [requested, paid],
    [requested, failed],
    [requested, paid, back(5_000)],
  ],
];

const payout = { amountMinor: 5_000, currency: 'BRL', now };
const returnOf = (returnedTotalMinor: number): WithdrawalCommand => ({
  type: 'ReturnWithdrawal',
  data: { ...payout, returnedTotalMinor, returnReference: 'D1', returnReason: null },
});
const pay: WithdrawalCommand = { type: 'PayWithdrawal', data: { ...payout, endToEndId: null, transactionHash: null } };
const fail: WithdrawalCommand = { type: 'FailWithdrawal', data: { ...payout, failure: 'no such address' } };
const release = (key: string, change: Parameters<typeof standingWith>[0] = {}, at = now): WithdrawalCommand => ({
  type: 'ReleaseWithdrawal',
  data: { key, standing: standingWith(change), now: at },
});
const cancel = (key: string): WithdrawalCommand => ({ type: 'CancelWithdrawal', data: { key, now } });
const expire = (at: string): WithdrawalCommand => ({ type: 'ExpireWithdrawal', data: { now: at } });

const ask = (
  standing: Parameters<typeof standingWith> = [],
  change: Parameters<typeof coinTerms>[0] = {},
  isUpTo = false,
): WithdrawalCommand => ({
  type: 'RequestWithdrawal',
  data: {
    ...{ terms: coinTerms(change), standing: standingWith(...standing) },
    ...{ isUpTo, amountMinorMin: 1_000, releaseUntil, now },
  },
});
const commands: readonly WithdrawalCommand[] = [
  ...[ask(), release('key-of-two'), cancel('key-of-two'), pay, fail, returnOf(5_000), returnOf(2_000)],
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
  it('begins where the file says', () => expect(nameAfter([proposed])).toBe(machine.initial));

  it.each(machine.states)('can be %s', (state) => expect(histories.map(nameAfter)).toContain(state));

  it.each(machine.transitions)('goes from $from to $to by $by', (transition) =>
    expect(moves).toContainEqual(transition),
  );

  it('makes no other move', () => expect(moves).toHaveLength(machine.transitions.length));
});

describe('asking for a withdrawal', () => {
  it('takes up to all that is available', () => {
    expect(given(withdrawal).when(ask())).toEqual([requested]);
  });

  const destination = {
    ...{ destinationId: 'dst_1', rail: 'PIX' as const, label: 'PIX CPF ***', payCurrency: null, payAddress: null },
    ...{ memo: null, addedAt: now, usableFrom: releaseUntil, confirmedAt: null },
  };
  const payee = (verification: 'PENDING' | 'SUSPENDED') => ({ payee: { managerUserId: null, verification } });
  const toPix = { rail: 'PIX' as const, destinationId: 'dst_1' };

  it.each<[string, WithdrawalCommand, string]>([
    ['more than is available', ask([{ availableMinor: 4_999 }]), 'withdrawal.insufficient_balance'],
    ['anything of nothing', ask([{ availableMinor: 0 }]), 'withdrawal.insufficient_balance'],
    ['more than is left by a hold', ask([{ withheldMinor: 1 }]), 'withdrawal.amount_withheld'],
    ['too little for coins', ask([], { amountMinor: 999 }), 'withdrawal.amount_below_minimum'],
    ['less than the policy’s least', ask([{}, { minimumMinor: 5_001 }]), 'withdrawal.amount_below_minimum'],
    ['no more than its fee', ask([], { feeMinor: 5_000, feeUserId: 7 }), 'withdrawal.amount_below_minimum'],
    ['more than the policy’s most', ask([{}, { maximumMinor: 4_999 }]), 'withdrawal.above_maximum'],
    ['more than is left of the day', ask([{ dayMinor: 1 }, { dayMaximumMinor: 5_000 }]), 'withdrawal.day_limit'],
    ['a manager who lacks the fee', ask([], { feeMinor: 1, feeUserId: 8 }), 'withdrawal.fee_not_covered'],
    ['a suspended user', ask([{ isSuspended: true }]), 'withdrawal.user_suspended'],
    ['a recipient who is not verified', ask([payee('PENDING')]), 'withdrawal.recipient_not_verified'],
    ['a suspended recipient', ask([payee('SUSPENDED')]), 'withdrawal.recipient_suspended'],
    ['an unknown destination', ask([], toPix), 'withdrawal.destination_not_found'],
    ['a destination that waits', ask([{ destination }], toPix), 'withdrawal.destination_waiting'],
    [
      'more than may go to a new destination',
      ask(
        [
          { destination: { ...destination, confirmedAt: now } },
          { newDestinationDays: 7, newDestinationMaximumMinor: 4_999 },
        ],
        toPix,
      ),
      'withdrawal.destination_limit',
    ],
  ])('for %s is refused', (_what, command, code) => {
    expect(given(withdrawal).when(command)).toMatchObject({ rejected: true, code });
  });

  it('above an amount waits for a second person', () => {
    expect(given(withdrawal).when(ask([{}, { fourEyesAboveMinor: 4_999 }]))).toEqual([proposed]);
    expect(given(withdrawal).when(ask([{}, { fourEyesAboveMinor: 5_000 }]))).toEqual([requested]);
  });

  it('again says nothing, however little is left', () => {
    for (const history of histories)
      expect(given(withdrawal, ...history).when(ask([{ availableMinor: 0 }]))).toEqual([]);
  });

  it.each([{ amountMinor: 4_000 }, { payAddress: 'elsewhere' }, { memo: '1' }, { userId: 8 }, { payCurrency: 'BTC' }])(
    'again with %j is refused by name',
    (other) => {
      expect(given(withdrawal, requested).when(ask([], other))).toMatchObject({ code: 'withdrawal.id_taken' });
    },
  );

  it('again for up to an amount is the same whatever is there now', () => {
    expect(given(withdrawal, requested).when(ask([], { amountMinor: 4_000 }, true))).toEqual([]);
  });
});

describe('a withdrawal that waits for a second person', () => {
  it('is released by another key', () => {
    expect(given(withdrawal, proposed).when(release('key-of-two'))).toEqual([released]);
  });

  it('is canceled by another key', () => {
    expect(given(withdrawal, proposed).when(cancel('key-of-two'))).toEqual([canceled]);
  });

  it.each([release('key-of-one'), cancel('key-of-one')])('is not decided about by its own key: %j', (command) => {
    expect(given(withdrawal, proposed).when(command)).toMatchObject({ code: 'withdrawal.same_key' });
  });

  it('is canceled in the place of a release when its user may not be paid any more', () => {
    const decision = given(withdrawal, proposed).when(release('key-of-two', { isSuspended: true }));
    expect(decision).toMatchObject([{ type: 'WithdrawalCanceled', data: { reason: 'SUSPENDED' } }]);
  });

  it('expires when its time is over, and is not released then', () => {
    expect(given(withdrawal, proposed).when(expire(now))).toEqual([]);
    for (const command of [expire(releaseUntil), release('key-of-two', {}, releaseUntil)]) {
      expect(given(withdrawal, proposed).when(command)).toMatchObject([
        { type: 'WithdrawalCanceled', data: { reason: 'EXPIRED', canceledBy: null } },
      ]);
    }
  });

  it('is not released to a destination that is gone', () => {
    const data = { terms: coinTerms({ rail: 'PIX', destinationId: 'dst_1' }), releaseUntil, at: now };
    expect(given(withdrawal, { type: 'WithdrawalProposed', data }).when(release('key-of-two'))).toMatchObject({
      code: 'withdrawal.destination_not_found',
    });
  });

  it.each([pay, fail, returnOf(5_000)])('knows no payout: %j', (command) => {
    expect(given(withdrawal, proposed).when(command)).toMatchObject({ rejected: true });
  });
});

describe('the end of a payout', () => {
  it('is the end of the withdrawal', () => {
    expect(given(withdrawal, requested).when(pay)).toEqual([paid]);
    expect(given(withdrawal, requested).when(fail)).toEqual([failed]);
  });

  it('decides nothing when repeated', () => {
    expect(given(withdrawal, requested, paid).when(pay)).toEqual([]);
    expect(given(withdrawal, requested, failed).when(fail)).toEqual([]);
    expect(given(withdrawal, requested, paid, back(5_000)).when(pay)).toEqual([]);
    expect(given(withdrawal, requested, paid, back(2_000)).when(returnOf(2_000))).toEqual([]);
  });

  it('comes back part by part, as much as is new', () => {
    expect(given(withdrawal, requested, paid, back(2_000)).when(returnOf(5_000))).toEqual([back(5_000, 3_000)]);
  });

  const differing = { ...payout, amountMinor: 4_999 };
  it.each<[string, readonly WithdrawalEvent[], WithdrawalCommand, string]>([
    ['payment of what failed', [requested, failed], pay, 'withdrawal.already_failed'],
    ['payment of what was canceled', [proposed, canceled], pay, 'withdrawal.already_failed'],
    ['failure of a paid withdrawal', [requested, paid], fail, 'withdrawal.already_paid'],
    ['failure of what came back', [requested, paid, back(5_000)], fail, 'withdrawal.already_paid'],
    ['payment of an unknown withdrawal', [], pay, 'withdrawal.not_found'],
    ['failure of an unknown withdrawal', [], fail, 'withdrawal.not_found'],
    ['return of an unknown withdrawal', [], returnOf(5_000), 'withdrawal.not_found'],
    ['return of what is not paid', [requested], returnOf(5_000), 'withdrawal.not_paid'],
    ['return of more than was paid out', [requested, paid], returnOf(5_001), 'withdrawal.returned_too_much'],
    [
      'payment of less',
      [requested],
      { type: 'PayWithdrawal', data: { ...differing, endToEndId: null, transactionHash: null } },
      'withdrawal.payout_differs',
    ],
    [
      'payment of another payout',
      [requested],
      { type: 'PayWithdrawal', data: { ...payout, payoutMinor: 4_999, endToEndId: null, transactionHash: null } },
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
