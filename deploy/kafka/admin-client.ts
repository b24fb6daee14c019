import { setTimeout as pause } from 'node:timers/promises';
import { BusRefusedError, explainKafkaFault } from '@repasse/chassis/bus/kafka/refusals';
import { securityOf } from '@repasse/chassis/bus/kafka/kafka-security';
import { readConfig } from '@repasse/chassis/config/config';
import { kafkaSecurity, kafkaSecurityFaults, type KafkaSecurity } from '@repasse/chassis/config/kafka-settings';
import { Kafka, logLevel, type Admin } from 'kafkajs';

/** A broker that has just started may need a few tries before it knows itself as the leader of anything. */
const commandRetry = { initialRetryTime: 200, maxRetryTime: 2_000, retries: 10 };
/** As long as a broker may take to start. kafkajs itself would repeat for as long what a wrong setting has made fail. */
const connectTriesMax = 10;
const connectIntervalMs = 1_500;

export interface KafkaAccess {
  readonly brokers: readonly string[];
  readonly security?: KafkaSecurity;
}

/** Does the work of a deploy step by one connection, which is closed afterwards. Faults name the setting to look at. */
export const withAdmin = async <T>(
  { brokers, security }: KafkaAccess,
  work: (admin: Admin) => Promise<T>,
): Promise<T> => {
  const options = {
    ...(security && securityOf(security)),
    clientId: 'repasse-deploy',
    brokers: [...brokers],
    logLevel: logLevel.NOTHING,
  };
  await awaitBroker(new Kafka({ ...options, retry: { retries: 0 } }));
  const admin = new Kafka({ ...options, retry: commandRetry }).admin();
  try {
    await admin.connect();
    return await work(admin);
  } catch (fault) {
    throw explainKafkaFault(fault, false);
  } finally {
    await admin.disconnect();
  }
};

/** Waits for a broker that is not there yet, and for none that refuses this client: that is told at once. */
const awaitBroker = async (kafka: Kafka): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    const admin = kafka.admin();
    try {
      await admin.connect();
      return;
    } catch (fault) {
      const explained = explainKafkaFault(fault, false);
      if (explained instanceof BusRefusedError || tries === connectTriesMax) throw explained;
      await pause(connectIntervalMs);
    } finally {
      await admin.disconnect();
    }
  }
};

/** From the variables of a service, so that one file of settings serves both. */
export const kafkaAccessOf = (env: NodeJS.ProcessEnv): KafkaAccess => {
  const brokers = env['KAFKA_BROKERS'];
  if (brokers === undefined || brokers === '') throw new Error('KAFKA_BROKERS is not set: a list like kafka:9092.');
  return { brokers: brokers.split(','), security: readConfig(env, kafkaSecurity, kafkaSecurityFaults) };
};
