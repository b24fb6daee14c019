import { planLines, planTopics, type FoundTopic, type WantedTopic } from '../kafka/topic-plan';

const wanted: WantedTopic = { name: 'thing.events.v1', partitions: 6, retentionMs: 1_000 };
const found = (
  over: Partial<FoundTopic> & { readonly retention?: string; readonly policy?: string } = {},
): FoundTopic => ({
  ...{ name: wanted.name, partitions: 6, copies: 1, ownConfigs: [] },
  configs: new Map([
    ['cleanup.policy', over.policy ?? 'delete'],
    ['retention.ms', over.retention ?? '1000'],
  ]),
  ...over,
});
const linesOf = (there: readonly FoundTopic[], { addsPartitions = false, brokers = 1 } = {}): readonly string[] =>
  planLines(planTopics([wanted], there, { addsPartitions, brokers }));

describe('the plan of the topics', () => {
  it.each<[string, readonly FoundTopic[], readonly string[]]>([
    [
      'creates one that is missing',
      [],
      ['+ thing.events.v1: 6 partition(s), cleanup.policy=delete, retention.ms=1000'],
    ],
    ['leaves one that is right', [found()], []],
    ['leaves those that are not ours', [found(), found({ name: 'foreign', partitions: 2 })], []],
    ['keeps messages for longer', [found({ retention: '10' })], ['~ thing.events.v1: retention.ms=1000, was 10']],
    [
      'says that a shorter time deletes',
      [found({ retention: '-1' })],
      ['~ thing.events.v1: retention.ms=1000, was -1; OLDER MESSAGES ARE DELETED'],
    ],
    [
      'has no event compacted away',
      [found({ policy: 'compact' })],
      ['~ thing.events.v1: cleanup.policy=delete, was compact'],
    ],
    [
      'adds no partition by itself',
      [found({ partitions: 5 })],
      [
        '! thing.events.v1 has 5 partitions instead of 6; see docs/operations/adding-partitions.md before --add-partitions',
      ],
    ],
    [
      'takes none away',
      [found({ partitions: 7 })],
      ['! thing.events.v1 has 7 partitions instead of 6, and none can be taken away'],
    ],
  ])('%s', (_, there, lines) => {
    expect(linesOf(there)).toEqual(lines);
  });

  it('adds partitions when it is told to, and takes none away even then', () => {
    expect(linesOf([found({ partitions: 5 })], { addsPartitions: true })).toEqual([
      '~ thing.events.v1: 6 partitions, were 5; keys move between them',
    ]);
    expect(linesOf([found({ partitions: 7 })], { addsPartitions: true })).toHaveLength(1);
  });

  it('tells of copies that are missing where there are brokers for them', () => {
    expect(linesOf([found()], { brokers: 3 })).toEqual([
      '  thing.events.v1 has 1 of 3 copies: move it by kafka-reassign-partitions.sh',
    ]);
    expect(linesOf([found({ copies: 3 })], { brokers: 3 })).toEqual([]);
  });
});
