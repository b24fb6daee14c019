import { eventually } from '../testing/eventually';
import { createGroupCommit, type GroupItem, type Settled } from './group-commit';

const limits = { itemsMax: 3, bytesMax: 100, inFlightMax: 1 };

const item = (value: string, more: Partial<GroupItem<string>> = {}): GroupItem<string> => ({
  value,
  bytes: 10,
  exclusive: [value],
  ...more,
});

/** Groups as they leave; each stays under way until it is answered. */
const setUp = () => {
  const groups: string[][] = [];
  const answers: ((fault?: Error) => void)[] = [];
  const append = createGroupCommit<string, string>(limits, (values) => {
    groups.push([...values]);
    return new Promise<readonly Settled<string>[]>((resolve, reject) => {
      answers.push((fault) => {
        if (fault === undefined) resolve(values.map((value) => ({ result: `${value}!` })));
        else reject(fault);
      });
    });
  });
  return { groups, append, answer: (fault?: Error) => answers.shift()?.(fault) };
};

describe('committing in groups', () => {
  it('sends at once what comes alone, and what comes meanwhile together', async () => {
    const { groups, append, answer } = setUp();
    const results = [append(item('a')), append(item('b')), append(item('c'))];
    expect(groups).toEqual([['a']]);

    answer();
    await eventually(() => groups.length === 2);
    answer();

    expect(await Promise.all(results)).toEqual(['a!', 'b!', 'c!']);
    expect(groups).toEqual([['a'], ['b', 'c']]);
  });

  it('bounds a group by number and by weight', async () => {
    const { groups, append, answer } = setUp();
    void append(item('first'));
    for (const value of ['a', 'b', 'c', 'd']) void append(item(value));
    void append(item('heavy', { bytes: 99 }));

    for (let count = 2; count <= 4; count += 1) {
      answer();
      await eventually(() => groups.length === count);
    }

    expect(groups).toEqual([['first'], ['a', 'b', 'c'], ['d'], ['heavy']]);
    answer();
  });

  it('keeps items that exclude each other apart, in their order', async () => {
    const { groups, append, answer } = setUp();
    void append(item('first'));
    void append(item('s1', { exclusive: ['s'] }));
    void append(item('s2 and t1', { exclusive: ['s', 't'] }));
    void append(item('t2', { exclusive: ['t'] }));

    for (let count = 2; count <= 4; count += 1) {
      answer();
      await eventually(() => groups.length === count);
    }

    expect(groups).toEqual([['first'], ['s1'], ['s2 and t1'], ['t2']]);
    answer();
  });

  it('tells everybody of a group that failed, and goes on', async () => {
    const { append, answer } = setUp();
    const failed = append(item('a'));
    const next = append(item('b'));

    answer(new Error('The disk is full.'));

    await expect(failed).rejects.toThrow('The disk is full.');
    answer();
    expect(await next).toBe('b!');
  });
});
