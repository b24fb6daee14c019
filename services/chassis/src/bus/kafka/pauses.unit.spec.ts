import { createPauses } from './pauses';

const noJitter = () => 0;

describe('pausing a partition whose handler fails', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('waits twice as long with every failure in a row, up to half a minute', () => {
    const pauses = createPauses(noJitter);

    const delaysMs = Array.from({ length: 11 }, () => pauses.pause(0, () => undefined));

    expect(delaysMs).toEqual([100, 200, 400, 800, 1600, 3200, 6400, 12800, 25600, 30000, 30000]);
  });

  it('waits briefly again after a success, and counts each partition by itself', () => {
    const pauses = createPauses(noJitter);
    pauses.pause(0, () => undefined);
    pauses.pause(0, () => undefined);

    expect(pauses.pause(1, () => undefined)).toBe(100);
    pauses.forget(0);
    expect(pauses.pause(0, () => undefined)).toBe(100);
  });

  it('resumes after the delay, unless it was cleared before', () => {
    const pauses = createPauses(noJitter);
    const resumed: number[] = [];
    pauses.pause(0, () => void resumed.push(0));
    jest.advanceTimersByTime(100);
    pauses.pause(1, () => void resumed.push(1));
    pauses.clear();
    jest.advanceTimersByTime(100);

    expect(resumed).toEqual([0]);
  });

  it('spreads partitions that fail together', () => {
    const pauses = createPauses(() => 1);

    expect(pauses.pause(0, () => undefined)).toBe(120);
  });
});
