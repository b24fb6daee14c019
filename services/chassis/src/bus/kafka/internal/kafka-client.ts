import { Kafka, logLevel, type KafkaConfig, type LogEntry, type RetryOptions } from 'kafkajs';
import { type Logger } from '../../../log/logger';
import { type OutageLog } from '../../../log/internal/outage-log';
import { keepQueuesQuiet } from './quiet-queues';

keepQueuesQuiet();

const connectionTimeoutMs = 3_000;
/** A broker that does not answer within this counts as down; the request is retried or fails. */
const requestTimeoutMs = 10_000;

/**
 * About 3 s of tries: enough for a change of leader. The caller retries after that; the relay and the subscriptions
 * retry without limit and log it. Every field is set, since kafkajs has other defaults under a test runner.
 */
export const briefRetry: RetryOptions = {
  initialRetryTime: 100,
  maxRetryTime: 1_000,
  factor: 0.2,
  multiplier: 2,
  retries: 5,
};

export const createKafkaClient = (
  brokers: readonly string[],
  { log, outage }: KafkaLog,
  security: Pick<KafkaConfig, 'ssl' | 'sasl'> = {},
): Kafka =>
  new Kafka({
    ...security,
    clientId: 'repasse',
    brokers: [...brokers],
    connectionTimeout: connectionTimeoutMs,
    requestTimeout: requestTimeoutMs,
    retry: briefRetry,
    logLevel: logLevel.WARN,
    logCreator: () => (entry) => write({ log, outage }, entry),
  });

export interface KafkaLog {
  readonly log: Logger;
  readonly outage: OutageLog;
}

/**
 * kafkajs logs as errors also faults that its own retry repairs, some 290 a minute while a broker is away. Lasting faults are
 * thrown at the caller or reported as a crash, and are logged there; the lines here are hints for diagnosing a broker,
 * so they are counted and told once a minute.
 */
const write = ({ log, outage }: KafkaLog, { level, namespace, log: said }: LogEntry): void => {
  const fields = { kafka: namespace, detail: typeof said['error'] === 'string' ? said['error'] : undefined };
  if (level === logLevel.ERROR) outage.failed(fields, said.message);
  log.debug(fields, said.message);
};
