import {
  describeWithKafka,
  kafkaStartTimeoutMs,
  startTestKafka,
  type TestKafka,
} from '../../../deploy/test/kafka-for-tests';
import { describeBus } from './bus-contract';
import { describeMembership, describeSlowAndFailingHandlers } from './bus-kafka-group';
import { openTestBus } from './bus-kafka-support';
import { describeLostCommits } from './bus-kafka-lost-commits';
import { describePoison, describeWireFormat } from './bus-kafka-wire';

/** One broker and one registry for all of it, since their start is what takes the time. */
describeWithKafka('Kafka', () => {
  let kafka: TestKafka;

  beforeAll(async () => {
    kafka = await startTestKafka();
  }, kafkaStartTimeoutMs);

  afterAll(() => kafka.stop());

  describeBus('Kafka', async () => openTestBus(kafka));
  describe('the wire format', () => describeWireFormat(() => kafka));
  describe('a poisonous message', () => describePoison(() => kafka));
  describe('a handler that is slow or fails', () => describeSlowAndFailingHandlers(() => kafka));
  describe('a member of a group', () => describeMembership(() => kafka));
  describe('a database that went back', () => describeLostCommits(() => kafka));
});
