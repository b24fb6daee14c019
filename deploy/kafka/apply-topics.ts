import { kafkaAccessOf, withAdmin, type KafkaAccess } from './admin-client';
import { exitCodes, runStep } from './step';
import { carryOut, findTopics } from './topic-changes';
import { isEmptyPlan, planLines, planTopics, wantedTopics, type TopicPlan } from './topic-plan';

export interface TopicOptions extends KafkaAccess {
  /** Only while no service runs and everything is read: see docs/operations/adding-partitions.md. */
  readonly addsPartitions?: boolean;
}

export interface TopicReport {
  readonly created: readonly string[];
  readonly unchanged: readonly string[];
  /** Topics that have other settings or more partitions now, one line for each change. */
  readonly changed: readonly string[];
  /** Differences from contracts/topics.yaml that stay, one line each. */
  readonly differences: readonly string[];
}

/** Brings the topics to the state of contracts/topics.yaml as far as that loses no order. A second run changes nothing. */
export const applyTopics = async (options: TopicOptions): Promise<TopicReport> => {
  const { plan } = await reviewTopics(options, true);
  return reportOf(plan);
};

/** The plan alone; with `applies` it is carried out. */
const reviewTopics = (
  { addsPartitions = false, ...access }: TopicOptions,
  applies: boolean,
): Promise<{ readonly plan: TopicPlan }> =>
  withAdmin(access, async (admin) => {
    const wanted = wantedTopics();
    const found = await findTopics(
      admin,
      wanted.map(({ name }) => name),
    );
    const { brokers } = await admin.describeCluster();
    const plan = planTopics(wanted, found, { addsPartitions, brokers: brokers.length });
    if (applies) await carryOut(admin, plan, found);
    return { plan };
  });

const reportOf = ({ create, configs, partitions, refused }: TopicPlan): TopicReport => {
  const touched = new Set([
    ...create.map(({ name }) => name),
    ...[...configs, ...partitions].map(({ topic }) => topic),
  ]);
  return {
    created: create.map(({ name }) => name),
    unchanged: wantedTopics()
      .map(({ name }) => name)
      .filter((name) => !touched.has(name)),
    changed: [
      ...configs.map(({ topic, config, from, to }) => `${topic} has ${config}=${to} now and not ${from}`),
      ...partitions.map(({ topic, to }) => `${topic} has ${to} partitions now`),
    ],
    differences: refused,
  };
};

/** `apply-topics.js` shows the plan; with --apply it is carried out, too. */
const main = async (args: readonly string[]): Promise<number> => {
  const applies = args.includes('--apply');
  const addsPartitions = args.includes('--add-partitions');
  const { plan } = await reviewTopics({ ...kafkaAccessOf(process.env), addsPartitions }, applies);
  for (const line of planLines(plan)) process.stdout.write(`${line}\n`);
  const { created, unchanged, changed, differences } = reportOf(plan);
  if (!applies && !isEmptyPlan(plan)) {
    process.stdout.write('Nothing was changed. Run it again with --apply to make these changes.\n');
    return exitCodes.isPending;
  }
  process.stdout.write(`Topics: ${created.length} created, ${unchanged.length} were there.\n`);
  for (const change of changed) process.stdout.write(`Changed: ${change}.\n`);
  for (const difference of differences) process.stderr.write(`Differs from contracts/topics.yaml: ${difference}.\n`);
  return differences.length === 0 ? exitCodes.isDone : exitCodes.isRefused;
};

if (require.main === module) runStep('The topics', main);
