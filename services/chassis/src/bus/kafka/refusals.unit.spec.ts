import { KafkaJSConnectionError, KafkaJSNumberOfRetriesExceeded, KafkaJSProtocolError } from 'kafkajs';
import { BusRefusedError, explainKafkaFault } from './refusals';

const afterTries = (fault: Error): Error =>
  new KafkaJSNumberOfRetriesExceeded(fault, { retryCount: 5, retryTime: 1_000 });
/** The types of kafkajs leave its class out. */
const closed = afterTries(
  Object.assign(new KafkaJSConnectionError('Closed connection'), { name: 'KafkaJSConnectionClosedError' }),
);
const outage = afterTries(
  new KafkaJSConnectionError('Connection error: connect ECONNREFUSED', { code: 'ECONNREFUSED' }),
);
const expired = afterTries(new KafkaJSConnectionError('Connection error', { code: 'CERT_HAS_EXPIRED' }));

describe('a fault of Kafka', () => {
  it('that closes connections is a refusal until it first let this client in, then a restart', () => {
    expect(explainKafkaFault(closed, false)).toBeInstanceOf(BusRefusedError);
    expect(explainKafkaFault(closed, true)).toBe(closed);
  });

  it('is the same fault when nobody is there', () => {
    expect(explainKafkaFault(outage, false)).toBe(outage);
  });

  it('names the setting, however long the broker was well, and keeps the cause', () => {
    expect(explainKafkaFault(expired, true)).toMatchObject({
      code: 'bus.refused',
      message: expect.stringContaining('CERT_HAS_EXPIRED') as string,
      cause: expired,
    });
  });

  it('says that copies are missing, which is neither a refusal nor a broker that is away', () => {
    const type = { type: 'NOT_ENOUGH_REPLICAS' };
    const missing = afterTries(Object.assign(new KafkaJSProtocolError('Fewer in-sync replicas than required'), type));

    expect(explainKafkaFault(missing, true)).toMatchObject({
      code: 'bus.replicas_missing',
      message: expect.stringContaining('min.insync.replicas') as string,
      cause: missing,
    });
  });
});
