import { given, isRejection } from '@repasse/chassis/decider';
import { stateMachine, type StateMachine } from '@repasse/contracts';
import { charge, type ChargeCommand } from '../src/domain/charge.decide';
import type { ChargeEvent } from '../src/domain/charge.events';
import { attemptRowOf, chargeRowOf } from '../src/store/read-rows';
import { attemptTerms, chargeTerms, payment, pricing } from './support/facts';

/** What the path of this release does not lead to yet. Whoever teaches the domain one of them takes it off the list. */
const notReached = {
  charge: ['PROCESSING', 'EXPIRED', 'CANCELED', 'FAILED', 'REFUNDED'],
  attempt: ['PROCESSING', 'CANCELED', 'REFUNDED'],
};

const { chargeId } = chargeTerms;
const { attemptId } = attemptTerms;
const now = '2026-01-01T00:00:01.000Z';

const begun: readonly ChargeCommand[] = [
  { type: 'CreateCharge', data: { terms: chargeTerms, pricing, attempt: attemptTerms } },
];
const offer: ChargeCommand = {
  type: 'RecordOffer',
  data: { chargeId, attemptId, invoiceId: 1, pix: { emv: 'emv', qrCodeBase64: 'png' }, expiresAt: now, now },
};
const fail: ChargeCommand = { type: 'RecordAttemptFailure', data: { chargeId, attemptId, reason: 'DECLINED', now } };
const expire: ChargeCommand = { type: 'ExpireAttempt', data: { chargeId, attemptId, now } };
const pay: ChargeCommand = { type: 'RecordPayment', data: payment() };
const payAgain: ChargeCommand = { type: 'RecordPayment', data: payment({ providerReference: 'E2' }) };
const payLess: ChargeCommand = {
  type: 'RecordPayment',
  data: payment({ providerReference: 'E3', receivedAmountMinor: 1 }),
};
const commands = [...begun, offer, fail, expire, pay, payAgain, payLess];

/** Every situation the commands lead to within four steps, and the events that led there. */
const histories = (): readonly (readonly ChargeEvent[])[] => {
  let found: (readonly ChargeEvent[])[] = [eventsOf([], begun[0]!)];
  const all = [...found];
  for (let step = 0; step < 4; step += 1) {
    found = found.flatMap((history) =>
      commands.map((command) => eventsOf(history, command)).filter((next) => next.length > history.length),
    );
    all.push(...found);
  }
  return all;
};

const eventsOf = (history: readonly ChargeEvent[], command: ChargeCommand): readonly ChargeEvent[] => {
  const decision = given(charge, ...history).when(command);
  return isRejection(decision) ? history : [...history, ...decision];
};

const standingOf = (history: readonly ChargeEvent[]): { readonly charge: string; readonly attempt: string } => {
  const state = history.reduce(charge.evolve, charge.initialState);
  if (state.status === 'absent') throw new Error('Every history begins with a charge.');
  return { charge: chargeRowOf(state).status, attempt: attemptRowOf(state, state.attempts[0]!).status };
};

describe.each(['charge', 'attempt'] as const)('the states of a %s', (name) => {
  const machine: StateMachine = stateMachine(name);
  const moves = new Set<string>();
  const reached = new Set<string>();
  for (const history of histories()) {
    const from = standingOf(history)[name];
    reached.add(from);
    for (const command of commands) {
      const to = standingOf(eventsOf(history, command))[name];
      if (from !== to) moves.add(`${from} → ${to}`);
    }
  }
  const allowed = machine.transitions.map(({ from, to }) => `${from} → ${to}`);

  it('begin where the contract says', () => {
    expect(standingOf(histories()[0]!)[name]).toBe(machine.initial);
  });

  it('are the contract’s, less those that are not reached yet', () => {
    expect([...reached, ...notReached[name]].sort()).toEqual([...machine.states].sort());
  });

  it('move only as the contract allows', () => {
    expect([...moves].filter((move) => !allowed.includes(move))).toEqual([]);
  });

  it.each(machine.transitions.filter(({ from, to }) => ![from, to].some((state) => notReached[name].includes(state))))(
    'move from $from to $to',
    ({ from, to }) => {
      expect(moves).toContain(`${from} → ${to}`);
    },
  );
});
