import { Kafka, logLevel, type KafkaConfig, type LogEntry, type RetryOptions } from 'kafkajs';
import { type Logger } from '../../log/logger';

const connectionTimeoutMs = 3_000;
/** A broker that does not answer within this is as good as gone; the request is tried again or fails. */
const requestTimeoutMs = 10_000;

/**
 * About 3 s of tries: enough for a leader that moves. Whoever called tries again for as long as it takes; the relay and
 * the subscriptions do so for ever, and tell. Every field is set, since kafkajs has other defaults under a test runner.
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
  log: Logger,
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
    logCreator: () => (entry) => writeTo(log, entry),
  });

/**
 * kafkajs calls an error what its own retry mends a moment later. What does not mend is thrown at the caller or reported
 * as a crash, and is logged there; here it is a hint for who looks into a broker's trouble.
 */
const writeTo = (log: Logger, { level, namespace, log: said }: LogEntry): void => {
  const fields = { kafka: namespace, detail: typeof said['error'] === 'string' ? said['error'] : undefined };
  if (level === logLevel.ERROR) log.warn(fields, said.message);
  else log.debug(fields, said.message);
};
