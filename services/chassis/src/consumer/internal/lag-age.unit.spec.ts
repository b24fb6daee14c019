import { createLagAge } from './lag-age';

describe('the age of the oldest message that was not read', () => {
  const at = (partition: number, endOffset: number, lag: number) => ({ topic: 'notes', partition, endOffset, lag });

  it('is 0 while everything is read, and while messages come and are read between two looks', () => {
    const ageOf = createLagAge();

    expect([0, 5, 10].map((seconds) => ageOf([at(0, 10 + seconds, 0)], seconds * 1_000))).toEqual([0, 0, 0]);
    expect([15, 20, 25].map((seconds) => ageOf([at(0, seconds * 10, 3)], seconds * 1_000))).toEqual([0, 0, 0]);
  });

  it('grows while a partition stands still, also where the others are read', () => {
    const ageOf = createLagAge();
    const looks = [0, 5, 10, 15].map((seconds) =>
      ageOf([at(0, 7 + seconds, 1 + seconds), at(1, 100 * seconds, 0)], seconds * 1_000),
    );

    expect(looks).toEqual([0, 5_000, 10_000, 15_000]);
  });

  it('is that of the oldest that is left when some were read', () => {
    const ageOf = createLagAge();
    ageOf([at(0, 10, 10)], 0);
    ageOf([at(0, 20, 20)], 5_000);

    expect(ageOf([at(0, 20, 8)], 9_000)).toBe(4_000);
    expect(ageOf([at(0, 20, 0)], 10_000)).toBe(0);
    expect(ageOf([at(0, 21, 1)], 11_000)).toBe(0);
  });

  it('keeps the oldest of more looks than it remembers', () => {
    const ageOf = createLagAge();
    const ages = Array.from({ length: 2_000 }, (_, second) => ageOf([at(0, second + 1, second + 1)], second * 1_000));

    expect(ages.at(-1)).toBe(1_999_000);
  });

  it('begins anew with a partition that was made anew', () => {
    const ageOf = createLagAge();
    ageOf([at(0, 50, 50)], 0);

    expect(ageOf([at(0, 3, 3)], 60_000)).toBe(0);
    expect(ageOf([at(0, 3, 3)], 61_000)).toBe(1_000);
  });
});
