import { neededTogether } from './needed-together';

describe('settings that are needed together', () => {
  it.each([
    [{}, []],
    [{ A: '1', B: '2', C: '3' }, []],
    [{ A: '', B: ' ' }, []],
    [{ A: '1' }, ['A, B, and C are needed together.']],
    [{ A: '1', B: '2', C: ' ' }, ['A, B, and C are needed together.']],
  ])('%j has the faults %j', (env, faults) => expect(neededTogether(env, ['A', 'B', 'C'])).toEqual(faults));

  it('names two of them as a pair', () => {
    expect(neededTogether({ B: '2' }, ['A', 'B'])).toEqual(['A and B are needed together.']);
  });
});
