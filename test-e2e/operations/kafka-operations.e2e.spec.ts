import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openKafkaBus } from '@repasse/chassis/bus/kafka/kafka-bus';
import { createLogger } from '@repasse/chassis/log/logger';
import { createMetrics } from '@repasse/chassis/telemetry/metrics';
import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { kafkaPrerequisites } from '../../deploy/kafka/start';
import { projectRoot } from '../../deploy/local/project-root';
import { readStackFile } from '../../deploy/local/stack-file';
import { MerchantApi } from '../support/api';
import { shellBlocks } from '../support/guide';
import { typeStep } from '../support/runbook';
import { typedInstallation } from '../support/typed-installation';

const [look, endBroker, catchUp, balance, ...othersOfBroker] = shellBlocks('docs/operations/dead-broker.md');
const [keepNumbers, startEmpty, compareNumbers, ...othersOfRegistry] = shellBlocks('docs/operations/lost-registry.md');
const [drain, addPartitions, start, balanceAgain, ...othersOfPartitions] = shellBlocks(
  'docs/operations/adding-partitions.md',
);

const testTimeoutMs = 300_000;
const topic = 'charge.events.v1';
const morePartitions = 12;

/** The result of the page's second step, an edit and a build, for the processes that are started with it. */
const withMorePartitions = (folder: string): string => {
  const file = join(projectRoot, 'contracts/src/generated/topics.json');
  const listed = JSON.parse(readFileSync(file, 'utf8')) as { topics: { name: string; partitions: number }[] };
  for (const one of listed.topics) if (one.name === topic) one.partitions = morePartitions;
  const preload = join(folder, 'edited-topics.cjs');
  writeFileSync(
    preload,
    `const fs = require('node:fs');
     const read = fs.readFileSync;
     fs.readFileSync = (path, ...rest) =>
       String(path).endsWith('generated/topics.json') ? ${JSON.stringify(JSON.stringify(listed))} : read(path, ...rest);`,
  );
  return preload;
};

const missing = kafkaPrerequisites();
if (missing.length > 0) process.stderr.write(`Skipped on Kafka: ${missing.join('; ')}\n`);
const describeHere = missing.length === 0 ? describe : describe.skip;

describeHere('the runbooks of Kafka, run as written', () => {
  const installation = typedInstallation('kafka-runbooks');
  const { place, dataDir } = installation;
  const variables: Record<string, string> = {};
  const type = (step = '') => typeStep(step, variables);
  const file = () => readStackFile(dataDir);
  const signIn = () => MerchantApi.signIn(file());

  const expectPaid = (merchant: MerchantApi, chargeId: string): Promise<void> =>
    eventuallyHolds(async () => expect((await merchant.charge(chargeId)).status).toBe('PAID'));

  const payNew = async (merchant: MerchantApi): Promise<string> => {
    const { chargeId, checkoutMeta } = (await merchant.createPixCharge()).body;
    await merchant.pay(checkoutMeta.emv);
    return chargeId;
  };

  /** The types of a charge's events, read from the topic anew. */
  const eventsOf = async (chargeId: string): Promise<(string | undefined)[]> => {
    const { kafkaBrokers, schemaRegistryUrl } = file();
    const bus = openKafkaBus({
      ...{ service: 'test', brokers: String(kafkaBrokers).split(','), schemaRegistryUrl: String(schemaRegistryUrl) },
      ...{ log: createLogger({ service: 'test', level: 'silent' }), metrics: createMetrics('test') },
    });
    try {
      const messages = await bus.replay(topic, chargeId);
      return messages.map(({ headers, value }) =>
        (value as { chargeId?: string } | null)?.chargeId === chargeId ? headers['ce_type'] : 'unreadable',
      );
    } finally {
      await bus.close();
    }
  };

  beforeAll(async () => {
    Object.assign(variables, await installation.prepare());
    await type(start);
  }, testTimeoutMs);

  afterAll(() => installation.remove(), testTimeoutMs);

  it('are typed from the first step to the last', () => {
    expect([...othersOfBroker, ...othersOfRegistry, ...othersOfPartitions]).toEqual([]);
  });

  it(
    'bring back a dead broker: charges are taken meanwhile, and their events come',
    async () => {
      const merchant = await signIn();
      expect(await type(look)).toMatch(/^charge: \d+ events wait$/m);
      await type(endBroker);
      const chargeId = await payNew(merchant);

      expect(await type(catchUp)).toContain('0 events wait, consumers are 0 behind');
      await expectPaid(merchant, chargeId);
      await type(balance);
    },
    testTimeoutMs,
  );

  it(
    'go on with an empty registry: what is in the topics stays readable',
    async () => {
      const before = await payNew(await signIn());
      await expectPaid(await signIn(), before);
      expect(Number(await type(keepNumbers))).toBeGreaterThan(40);

      await type(startEmpty);

      expect(await type(compareNumbers)).toContain('The numbers are the same.');
      expect(await eventsOf(before)).toContain('repasse.charge.paid.v1');
      await expectPaid(await signIn(), await payNew(await signIn()));
    },
    testTimeoutMs,
  );

  it(
    'add partitions to a drained topic: a charge that was open before is paid after it',
    async () => {
      const { chargeId, checkoutMeta } = (await (await signIn()).createPixCharge()).body;
      await type(drain);
      variables['NODE_OPTIONS'] = `--require ${withMorePartitions(place)}`;
      expect(await type(addPartitions)).toContain(`${topic} has ${morePartitions} partitions now`);
      await type(start);

      const merchant = await signIn();
      await merchant.pay(checkoutMeta.emv);
      await expectPaid(merchant, chargeId);
      await expectPaid(merchant, await payNew(merchant));
      await type(balanceAgain);
      expect(await merchant.ledgerCheck()).toMatchObject({ isBalanced: true });
    },
    testTimeoutMs,
  );
});
