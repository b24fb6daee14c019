import { Ajv } from 'ajv';
import { stateMachine, stateMachineNames } from '@repasse/contracts';
import { readJson } from './package-root';

const validate = new Ajv({ allErrors: true, strict: true }).compile(
  readJson('state-machines', 'state-machine.schema.json') as object,
);

describe.each(stateMachineNames)('the state machine of a %s', (name) => {
  const machine = stateMachine(name);

  it('has the shape of one', () => {
    expect(machine.name).toBe(name);
    expect([validate(machine), validate.errors]).toEqual([true, null]);
  });

  it('begins in a state of its own and moves between states of its own', () => {
    expect(machine.states).toContain(machine.initial);
    for (const { from, to } of machine.transitions) expect(machine.states).toEqual(expect.arrayContaining([from, to]));
  });

  it('reaches every state from where it begins', () => {
    const reached = new Set([machine.initial]);
    for (const state of reached) {
      for (const { to } of machine.transitions.filter(({ from }) => from === state)) reached.add(to);
    }

    expect([...reached].sort()).toEqual([...machine.states].sort());
  });

  it('leaves a state one way by each event, which may also change something else there', () => {
    const leaving = machine.transitions.filter(({ from, to }) => from !== to);
    const moves = leaving.map(({ from, by }) => `${from} ${by}`);

    expect(new Set(moves).size).toBe(moves.length);
  });
});

describe('the shape of a state machine', () => {
  it.each([
    ['without states', { states: undefined }],
    ['with a state in lower case', { states: ['pending', 'PAID'] }],
    ['with a transition without an actor', { transitions: [{ from: 'A', to: 'B' }] }],
    ['with an unknown member', { final: ['PAID'] }],
  ])('refuses one %s', (_, change) => {
    expect(validate({ ...stateMachine('charge'), ...change })).toBe(false);
  });
});

describe('the state machine of a charge', () => {
  const moves = stateMachine('charge').transitions.map(({ from, to }) => `${from} → ${to}`);

  it.each(['PENDING → PAID', 'PENDING → CANCELED', 'PROCESSING → PENDING', 'EXPIRED → PAID', 'PAID → REFUNDED'])(
    'allows %s',
    (move) => expect(moves).toContain(move),
  );

  it.each(['PAID → PENDING', 'REFUNDED → PAID', 'CANCELED → PAID', 'PAID → CANCELED', 'FAILED → PAID'])(
    'does not allow %s',
    (move) => expect(moves).not.toContain(move),
  );
});
