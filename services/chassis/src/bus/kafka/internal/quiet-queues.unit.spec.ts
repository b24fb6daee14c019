import RequestQueue from 'kafkajs/src/network/requestQueue';
import { keepQueuesQuiet } from './quiet-queues';

keepQueuesQuiet();

const createQueue = (): RequestQueue =>
  new RequestQueue({
    maxInFlightRequests: null,
    requestTimeout: 1_000,
    enforceRequestTimeout: false,
    clientId: 'test',
    broker: 'localhost:9092',
    logger: { debug: () => undefined },
  });

describe('the requests of a connection to Kafka', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('are not looked for while none waits', () => {
    createQueue().checkPendingRequests();

    expect(jest.getTimerCount()).toBe(0);
  });

  it('are sent when a broker that asked for a pause takes them again', () => {
    const queue = createQueue();
    const sendRequest = jest.fn();
    queue.maybeThrottle(50);
    queue.push({ entry: { correlationId: 1 }, expectResponse: true, sendRequest });
    expect(sendRequest).not.toHaveBeenCalled();

    jest.advanceTimersByTime(60);

    expect(sendRequest).toHaveBeenCalledTimes(1);
    expect(jest.getTimerCount()).toBe(0);
  });
});
