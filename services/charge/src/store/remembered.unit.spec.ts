import { createRemembered } from './remembered';

const setUp = () => {
  let nowMs = 0;
  const remembered = createRemembered<string, number>({ maxAgeMs: 1_000, entriesMax: 2 }, () => nowMs);
  return { remembered, advance: (ms: number) => (nowMs += ms) };
};

describe('what is remembered', () => {
  it('is found until it is too old, counted from the beginning of its read', () => {
    const { remembered, advance } = setUp();
    const keep = remembered.reading();
    advance(400);
    keep('a', 1);

    advance(599);
    expect(remembered.find('a')).toBe(1);
    advance(1);
    expect(remembered.find('a')).toBeUndefined();
  });

  it('is not what a read brings that began before something was forgotten', () => {
    const { remembered } = setUp();
    const [one, other] = [remembered.reading(), remembered.reading()];
    one('a', 1);
    remembered.forget('a');
    other('a', 1);
    expect(remembered.find('a')).toBeUndefined();

    remembered.reading()('a', 2);
    expect(remembered.find('a')).toBe(2);
    remembered.forgetAll();
    expect(remembered.find('a')).toBeUndefined();
  });

  it('never grows beyond its limit', () => {
    const { remembered } = setUp();
    const keep = remembered.reading();
    for (const key of ['a', 'b', 'c']) keep(key, 1);
    expect(['a', 'b', 'c'].filter((key) => remembered.find(key) !== undefined)).toEqual(['c']);
  });
});
