import { eventCatalogue } from '@repasse/contracts';
import { type KafkaSecurity } from '../../config/kafka-settings';
import { type RegistryAccess } from '../../config/registry-settings';
import { type Logger } from '../../log/logger';
import { createOutageLog } from '../../log/internal/outage-log';
import { bornAtZero } from '../../telemetry/born-at-zero';
import { type Metrics } from '../../telemetry/metrics';
import { type Bus } from '../bus';
import { createAdmin } from './internal/admin';
import { seekAccess, type BrokerContact } from './internal/bus-access';
import { createKafkaClient } from './internal/kafka-client';
import { securityOf } from './kafka-security';
import { BusRefusedError, explainKafkaFault, ReplicasMissingError, type ExplainFault } from './refusals';
import { KafkaSubscription } from './internal/kafka-subscription';
import { createPublisher } from './internal/publisher';
import { readRanges } from './internal/read-ranges';
import { replayKey } from './internal/replay';
import { createSchemaCodec } from './internal/schema-codec';

export interface KafkaBusOptions {
  /** Whose events are published. */
  readonly service: string;
  readonly brokers: readonly string[];
  readonly security?: KafkaSecurity | undefined;
  /** The same as it is now: passwords and secrets are replaced while a service runs. */
  readonly liveSecurity?: (() => KafkaSecurity) | undefined;
  /** The base of the registry's Confluent interface. */
  readonly schemaRegistryUrl: string;
  readonly registryAccess?: RegistryAccess | undefined;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Brokers that never answered at this address may be others than those that are meant; the service is not ready. */
  readonly contact?: BrokerContact | undefined;
}

/** Producer and consumers come back one after the other, within the pauses of their tries. */
const brokerQuietMs = 3_000;

/**
 * The bus on Kafka. Topics and schemas have to be there already, put there by the deploy steps. It asks at once, beside
 * everything else, whether it is let in and has the schemas of its own events, and connects again whenever it must: a
 * service starts and waits while Kafka is down.
 */
export const openKafkaBus = (options: KafkaBusOptions): Bus => {
  const { log } = options;
  const outage = createOutageLog({ log, over: 'Kafka answers again', quietMs: brokerQuietMs });
  const kafka = createKafkaClient(
    options.brokers,
    { log, outage },
    options.security && securityOf(options.security, options.liveSecurity),
  );
  const codec = createSchemaCodec(options.schemaRegistryUrl, options.registryAccess);
  let wasLetIn = false;
  const explain: ExplainFault = (fault) => explainKafkaFault(fault, wasLetIn);
  const publisher = createPublisher(kafka, codec, explain);
  const admin = createAdmin(kafka, explain);
  const reading = { service: options.service, kafka, codec, explain };
  const greetKafka = async (): Promise<void> => {
    await admin.greet();
    wasLetIn = true;
    await options.contact?.keepReached();
  };
  const own = eventCatalogue.filter(({ service }) => service === options.service).map(({ type }) => type);
  const access = seekAccess(
    [
      { ask: greetKafka, isNeeded: options.contact?.wasReached === false },
      { ask: () => codec.lookUp(own), isNeeded: true },
    ],
    log,
  );
  const subscriptions = new Set<KafkaSubscription>();
  const published = options.metrics.counter('repasse_bus_published_total', 'Messages given to the bus.', ['topic']);
  const failed = countFailures(options.metrics);

  return {
    isOnOtherServer: true,
    checkAccess: () => access.check(),
    publish: async (messages) => {
      await publisher.publish(messages).catch((fault: unknown) => {
        failed.inc({ reason: reasonOf(fault) });
        throw fault;
      });
      outage.recovered();
      for (const { topic } of messages) published.inc({ topic });
    },
    subscribe: async (wanted) => {
      const subscription = new KafkaSubscription({
        ...wanted,
        kafka,
        codec,
        explain,
        log,
        onJoined: () => outage.recovered(),
      });
      subscriptions.add(subscription);
      await subscription.start();
      return subscription;
    },
    replay: async (topic, key) => replayKey(reading, { topic, key, offsets: await admin.offsetsOf(topic) }),
    ends: (topics) => admin.ends(topics),
    read: (ranges, how) => readRanges(reading, ranges, how),
    lag: (group, topics) => admin.lag(group, topics),
    close: async () => {
      await Promise.all([access.stop(), ...[...subscriptions].map((subscription) => subscription.stop())]);
      await publisher.close();
      await admin.close();
    },
  };
};

const failureReasons = ['refused', 'replicas_missing', 'other'] as const;

const countFailures = (metrics: Metrics) => {
  const failed = metrics.counter('repasse_bus_publish_failures_total', 'Tries to publish that failed.', ['reason']);
  return bornAtZero(failed, { reason: failureReasons });
};

const reasonOf = (fault: unknown): (typeof failureReasons)[number] => {
  if (fault instanceof BusRefusedError) return 'refused';
  return fault instanceof ReplicasMissingError ? 'replicas_missing' : 'other';
};
