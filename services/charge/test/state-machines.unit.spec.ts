import { given, isRejection } from '@repasse/chassis/decider';
import { stateMachine } from '@repasse/contracts';
import { type ExistingCharge } from '../src/domain/charge';
import { type ChargeCommand } from '../src/domain/charge.commands';
import { charge } from '../src/domain/charge.decide';
import { type ChargeEvent } from '../src/domain/charge.events';
import { movesFrom } from '../src/domain/charge.evolve';
import { attemptRowOf, chargeRowOf } from '../src/store/read-rows';
import {
  after,
  cancel,
  card,
  confirmCanceled,
  create,
  dispute,
  expire,
  expireAttempt,
  fail,
  pay,
  process,
  recordOffer,
  refusal,
  reopen,
  request,
  resolve,
  rules,
  settleRefund,
  stateOf,
} from './support/facts';

const late = { receivedAt: '2026-01-03T00:00:00.000Z' };
/** One of each kind, in each way it can turn out. Attempt 10 is the last a charge may have. */
const commands: readonly ChargeCommand[] = [
  ...[create, request(1), request(2, card), request(10)],
  ...[recordOffer(1), process(1), reopen(1), fail(1), fail(2), fail(10), process(10)],
  ...[expireAttempt(1), confirmCanceled(1), cancel, expire],
  ...[pay(1), pay(2), pay(1, { receivedAmountMinor: 6_000 }), pay(1, { ...late, ...rules({ late: 'hold' }) })],
  ...[resolve(1, 'ACCEPT'), resolve(1, 'REFUND'), dispute('opened')],
  ...[settleRefund(1, 're_7', 10_000), settleRefund(1, 're_8', 1), settleRefund(2, 're_1', 10_000, 'SURPLUS')],
];
const nineFailures = Array.from({ length: 9 }, (_, index) => [request(index + 1), fail(index + 1)]).flat();
const beginnings = [after(create), after(create, ...nineFailures)];

interface Step {
  readonly before: ExistingCharge;
  readonly after: ExistingCharge;
  readonly events: readonly ChargeEvent[];
}

/** How far to look: any state is at most this many commands from a beginning. */
const depth = 5;

/** Every step from every situation the commands lead to. Situations that differ only in times are one. */
const steps = (): readonly Step[] => {
  const found: Step[] = [];
  const seen = new Set<string>();
  let edge = [...beginnings];
  for (let level = 0; level < depth; level += 1) {
    edge = edge.flatMap((history) => {
      const before = stateOf(history);
      return commands.flatMap((command) => {
        const events = given(charge, ...history).when(command);
        if (isRejection(events) || events.length === 0) return [];
        const next = [...history, ...events];
        const step = { before, after: stateOf(next), events };
        found.push(step);
        const situation = JSON.stringify(step.after, (key, value: unknown) => (key.endsWith('At') ? '' : value));
        if (seen.has(situation)) return [];
        seen.add(situation);
        return [next];
      });
    });
  }
  return found;
};
const all = steps();

const chargeMoves = all.map((step) => ({
  from: chargeRowOf(step.before).status,
  to: chargeRowOf(step.after).status,
  by: step.events.map(({ type }): string => type),
}));
const attemptMoves = all.flatMap((step) =>
  step.before.attempts.map((attempt, index) => ({
    from: attemptRowOf(step.before, attempt).status,
    to: attemptRowOf(step.after, step.after.attempts[index] ?? attempt).status,
    by: [],
  })),
);

describe.each([
  ['charge', chargeMoves],
  ['attempt', attemptMoves],
] as const)('the states of a %s', (name, moves) => {
  const { states, initial, transitions } = stateMachine(name);
  const pairs = states.flatMap((from) => states.filter((to) => to !== from).map((to) => ({ from, to })));
  const moved = new Set(moves.map(({ from, to }) => `${from} → ${to}`));

  it('begin where the contract says', () => {
    const state = stateOf(after(create, request()));
    expect(chargeRowOf(state).status).toBe(stateMachine('charge').initial);
    expect(attemptRowOf(state, state.attempts[0]!).status).toBe(stateMachine('attempt').initial);
    expect(initial).toBe('PENDING');
  });

  it('are those of the contract', () => {
    expect([...new Set(moves.flatMap(({ from, to }) => [from, to]))].sort()).toEqual([...states].sort());
  });

  it.each(pairs)('$from to $to: the domain does what the contract says', ({ from, to }) => {
    const isAllowed = transitions.some((allowed) => allowed.from === from && allowed.to === to);
    expect(moved.has(`${from} → ${to}`)).toBe(isAllowed);
  });
});

it.each(stateMachine('charge').transitions)('a charge moves from $from to $to by $by', ({ from, to, by }) => {
  const taken = chargeMoves.filter((move) => move.from === from && move.to === to);
  expect(taken.filter((move) => !move.by.includes(by))).toEqual([]);
});

it('the domain allows each event of a charge exactly where the contract does', () => {
  const { transitions } = stateMachine('charge');
  const contract = transitions.map(({ from, by }) => `${by} of ${from.toLowerCase()}`);
  const domain = Object.entries(movesFrom).flatMap(([by, from]) => from.map((status) => `${by} of ${status}`));
  expect(domain.sort()).toEqual([...new Set(contract)].sort());
});

it('an illegal wish is refused or ignored, and never carried out', () => {
  expect(given(charge, ...after(create, request(), pay())).when(cancel)).toEqual(refusal('charge.not_cancelable'));
  expect(given(charge, ...after(create, request(), pay())).when(expire)).toEqual([]);
});
