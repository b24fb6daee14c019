import {
  describeWithKafka,
  kafkaStartTimeoutMs,
  startTestKafka,
  type TestKafka,
} from '../../../deploy/test/kafka-for-tests';
import { describeBus } from './bus-contract';
import { describeGroup } from './bus-kafka-group';
import { openTestBus } from './bus-kafka-support';
import { describeWire } from './bus-kafka-wire';

/** One broker and one registry for all of it, since their start is what takes the time. */
describeWithKafka('Kafka', () => {
  let kafka: TestKafka;

  beforeAll(async () => {
    kafka = await startTestKafka();
  }, kafkaStartTimeoutMs);

  afterAll(() => kafka.stop());

  describeBus('Kafka', async () => openTestBus(kafka));
  describe('on the wire', () => describeWire(() => kafka));
  describe('a member of a group', () => describeGroup(() => kafka));
});
