import { KafkaJSConnectionError, KafkaJSNumberOfRetriesExceeded } from 'kafkajs';
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
});
