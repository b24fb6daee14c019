import { isValid } from 'ulid';
import { randomIds } from './ids';

describe('ids', () => {
  it('are ULIDs that increase strictly, however many are made at once', () => {
    const ids = Array.from({ length: 5_000 }, () => randomIds.ulid());

    expect(ids.every(isValid)).toBe(true);
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
