import { randomIds } from '../ids';
import { comeAgain, createFreshReads, isYoung, readOrRefuse } from './fresh-reads';
import { ProblemError } from './problem';

const expected = { isExpected: () => true, caller: 1 };

describe('a read of what may be on its way', () => {
  it('is answered as soon as it has come', async () => {
    let looks = 0;
    const find = async (): Promise<string | undefined> => ((looks += 1) === 3 ? 'there' : undefined);

    expect(await createFreshReads().read({ ...expected, find })).toBe('there');
    expect(looks).toBe(3);
  });

  it('ends when it does not come', async () => {
    let looks = 0;
    const find = async (): Promise<string | undefined> => {
      looks += 1;
      return undefined;
    };

    expect(await createFreshReads().read({ ...expected, find })).toBeUndefined();
    expect(looks).toBe(8);
  });

  it('looks once for what cannot be on its way', async () => {
    let looks = 0;
    const find = async (): Promise<string | undefined> => {
      looks += 1;
      return undefined;
    };

    expect(await createFreshReads().read({ find, isExpected: () => false, caller: 1 })).toBeUndefined();
    expect(looks).toBe(1);
  });

  it('is made by one caller some times at once, and by the others still', async () => {
    const reads = createFreshReads();
    const looks = new Map<number, number>();
    const looking = (caller: number, read: number) =>
      reads.read({
        ...{ caller, isExpected: () => true },
        find: async () => {
          looks.set(read, (looks.get(read) ?? 0) + 1);
        },
      });

    await Promise.all([...Array.from({ length: 10 }, (_, read) => looking(1, read)), looking(2, 10)]);

    expect([...looks.values()].filter((count) => count === 1)).toHaveLength(2);
    expect(looks.get(10)).toBe(8);
    await looking(1, 11);
    expect(looks.get(11)).toBe(8);
  });
});

it.each([
  ['may still be on its way', true, comeAgain],
  ['cannot be on its way', false, {}],
])('refuses what %s with its hints', async (_, isExpected, expected) => {
  const refused = readOrRefuse(createFreshReads(), {
    ...{ find: async () => undefined, isExpected: () => isExpected, caller: 1 },
    refusal: (hints) => new ProblemError({ status: 404, code: 'charge.not_found', detail: 'None.', ...hints }),
  });
  const problem = { status: 404, code: 'charge.not_found', detail: 'None.', ...expected };
  expect(await refused.catch((error: unknown) => error)).toEqual(expect.objectContaining({ problem }));
});

it.each([
  [`ch_${randomIds.ulid()}`, true],
  ['ch_00000000000000000000000000', false],
  ['ch_7ZZZZZZZZZZZZZZZZZZZZZZZZZ', false],
  ['ch_1', false],
  ['', false],
])('%s is young: %s', (id, is) => {
  expect(isYoung(id, 60_000)).toBe(is);
});
