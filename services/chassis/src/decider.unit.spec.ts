import { assertNever, dated, given, isRejection, reject, type Decider } from './decider';

type Light = 'off' | 'on';
interface Switched {
  readonly type: 'SwitchedOn';
}

const lamp: Decider<{ readonly type: 'SwitchOn' }, Light, Switched> = {
  initialState: 'off',
  decide: (_command, state) => (state === 'on' ? reject('lamp.is_on', 'The lamp is on.') : [{ type: 'SwitchedOn' }]),
  evolve: () => 'on',
};

describe('a decider under test', () => {
  it('starts from its initial state', () => {
    expect(given(lamp).when({ type: 'SwitchOn' })).toEqual([{ type: 'SwitchedOn' }]);
  });

  it('knows its history', () => {
    const decision = given(lamp, { type: 'SwitchedOn' }).when({ type: 'SwitchOn' });

    expect(isRejection(decision)).toBe(true);
    expect(decision).toEqual({ rejected: true, code: 'lamp.is_on', detail: 'The lamp is on.' });
  });
});

describe('the time of a decision', () => {
  const at = '2026-01-01T00:00:00.000Z';

  it('is that of each of its events', () => {
    expect(dated([{ type: 'SwitchedOn' }, { type: 'Dimmed' }], at)).toEqual([
      { type: 'SwitchedOn', at },
      { type: 'Dimmed', at },
    ]);
  });

  it('is not that of a refusal', () => {
    const refusal = reject('lamp.is_on', 'The lamp is on.');

    expect(dated(refusal, at)).toBe(refusal);
  });
});

describe('telling a rejection', () => {
  it.each([[undefined], [null], ['rejected'], [[]], [{ rejected: false }]])('is not misled by %p', (value) => {
    expect(isRejection(value)).toBe(false);
  });
});

describe('a case the switch does not handle', () => {
  it('fails loudly', () => {
    expect(() => assertNever('surprise' as never)).toThrow('"surprise"');
  });
});
