import { topics } from '@repasse/contracts';
import { readConfig } from '@repasse/chassis/config/config';
import { kafkaSecurity } from '@repasse/chassis/config/kafka-settings';
import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { freePort } from '@repasse/chassis/testing/free-port';
import { servicesOf } from '../../deploy/kafka/acl-table';
import { applyAcls } from '../../deploy/kafka/apply-acls';
import { applyTopics } from '../../deploy/kafka/apply-topics';
import { registerSchemas } from '../../deploy/kafka/register-schemas';
import { kafkaPrerequisites, startRegistry, type RunningRegistry } from '../../deploy/kafka/start';
import { startCluster, type RunningCluster } from '../../deploy/kafka/start-cluster';
import { authorizedListeners, deployUser, userEnv } from '../../deploy/test/authorized-kafka';
import { MerchantApi } from '../support/api';
import { RunningStack } from '../support/running-stack';

const startTimeoutMs = 600_000;
/** A broker that was killed is missed after three seconds, a client finds the new leader a second later, and CI is slow. */
const patience = { timeoutMs: 120_000 };
const testTimeoutMs = 360_000;
/** Of a charge of 100.00 to its merchant. */
const netCents = 9_901;

const missing = kafkaPrerequisites();
if (missing.length > 0) process.stderr.write(`Skipped on Kafka: ${missing.join('; ')}\n`);
const describeHere = missing.length === 0 ? describe : describe.skip;

/** Each service comes as a user of its own, who may do what the table of access says. */
describeHere('three brokers with two copies in sync, and access rules', () => {
  let cluster: RunningCluster;
  let registry: RunningRegistry;
  let stack: RunningStack;
  /** Those that run, the last one first to stop. */
  const stops: (() => Promise<void>)[] = [];
  let merchant: MerchantApi;

  beforeAll(async () => {
    const ports = [await freePort(), await freePort(), await freePort()];
    const users = servicesOf(topics);
    cluster = await startCluster({ securedOf: (broker) => authorizedListeners(ports[broker] ?? 0, users) });
    stops.push(() => cluster.stop());
    registry = await startRegistry();
    stops.push(() => registry.stop());
    const brokers = ports.map((port) => `127.0.0.1:${port}`);
    const deploy = { brokers, security: readConfig(userEnv(deployUser), kafkaSecurity) };
    await applyTopics(deploy);
    await applyAcls(deploy);
    await registerSchemas({ registryUrl: registry.url });
    stack = new RunningStack('kafka', undefined, {
      givenKafka: { brokers: brokers.join(), registryUrl: registry.url, envOf: userEnv },
    });
    stops.push(() => stack.dispose());
    await stack.start();
    merchant = await MerchantApi.signIn(stack.file);
  }, startTimeoutMs);

  afterAll(async () => {
    for (const stop of stops.reverse()) await stop();
  }, startTimeoutMs);

  const ownerCents = (): Promise<number> => merchant.availableCents(stack.file.merchant.userId);

  const payNew = async (inbox: string): Promise<string> => {
    const { status, body } = await merchant.createPixCharge({ webhookUrl: merchant.inboxUrl(inbox) });
    expect(status).toBe(200);
    await merchant.pay(body.checkoutMeta.emv);
    return body.chargeId;
  };

  /** Paid, booked, and announced under one id. */
  const expectWhole = async (chargeId: string, inbox: string): Promise<void> => {
    await eventuallyHolds(async () => {
      expect((await merchant.charge(chargeId)).status).toBe('PAID');
      expect(await merchant.get(`/settlements/${chargeId}`)).toMatchObject({ status: 200 });
      expect(await merchant.inbox(inbox)).not.toEqual([]);
    }, patience);
    const ids = (await merchant.inbox(inbox)).map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(1);
  };

  /** A gauge of a service, or its counter of this label. */
  const metric = async (service: string, name: string, label = ''): Promise<number> => {
    const page = await (await fetch(`${stack.file.services[service]}/metrics`)).text();
    const line = page.split('\n').find((each) => each.startsWith(name) && each.includes(label));
    return Number(line?.split(' ').at(-1) ?? Number.NaN);
  };
  const nothingWaits = (): Promise<void> =>
    eventuallyHolds(async () => {
      for (const service of ['charge', 'payment-gateway', 'split-settlement', 'webhook-dispatcher'])
        expect([service, await metric(service, 'repasse_outbox_pending')]).toEqual([service, 0]);
    }, patience);

  it(
    'with one dead: charges are paid, booked and announced, and nothing waits',
    async () => {
      const before = await ownerCents();
      await expectWhole(await payNew('all-brokers'), 'all-brokers');

      await cluster.kill(0);
      await expectWhole(await payNew('two-brokers'), 'two-brokers');

      await nothingWaits();
      expect(await ownerCents()).toBe(before + 2 * netCents);
    },
    testTimeoutMs,
  );

  it(
    'with two dead: charges are taken, services say why nothing is published, and all of it comes when they are back',
    async () => {
      const before = await ownerCents();
      await cluster.kill(1);
      const chargeId = await payNew('one-broker');

      await eventuallyHolds(async () => {
        const refused = await metric('charge', 'repasse_bus_publish_failures_total', '"replicas_missing"');
        expect(refused).toBeGreaterThan(0);
      }, patience);
      expect(await metric('charge', 'repasse_outbox_pending')).toBeGreaterThan(0);
      expect((await merchant.charge(chargeId)).status).not.toBe('PAID');
      expect(await merchant.inbox('one-broker')).toEqual([]);

      await Promise.all([cluster.startAgain(0), cluster.startAgain(1)]);

      await expectWhole(chargeId, 'one-broker');
      await nothingWaits();
      expect(await ownerCents()).toBe(before + netCents);
      expect(await merchant.ledgerCheck()).toMatchObject({ isBalanced: true });
      expect(stack.deaths).toEqual([]);
    },
    testTimeoutMs,
  );
});
