import { type Table } from '../report/table';
import { unreadEvents } from '../load/ready-events';
import { outboxOf } from '../system/outbox-of';
import { type Bench } from './bench';
import { rateOfKafkajs } from './kafkajs-alone';

/** A second's work for a relay that is as fast as wished for; one that is not is stopped after the time. */
const events = 30_000;
const timeoutMs = 20_000;

/** How fast a service's own relay empties its outbox, on Kafka beside what its driver can do without one. */
export const measureRelay = async ({ system, report }: Bench): Promise<readonly Table[]> => {
  const { postgresUrl, kafkaBrokers } = system.stack;
  const messages = unreadEvents(events);
  const outbox = await outboxOf(postgresUrl, 'repasse_webhook_dispatcher');
  const filledAtMs = await outbox.fill(messages);
  const left = await outbox.awaitEmpty(timeoutMs);
  const relayed = (events - left) / ((performance.now() - filledAtMs) / 1_000);
  await outbox.close();
  report(`  relay: ${relayed.toFixed(0)}/s`);
  const alone = kafkaBrokers === null ? undefined : await rateOfKafkajs(kafkaBrokers, messages);
  if (alone !== undefined) report(`  kafkajs alone: ${alone.toFixed(0)}/s`);
  return [
    {
      ...{ id: 'relay', title: 'Events from an outbox to the bus', columns: ['per second', '÷ kafkajs alone'] },
      rows: [
        { name: 'relay', values: [relayed, alone === undefined ? undefined : relayed / alone] },
        ...(alone === undefined ? [] : [{ name: 'kafkajs alone', values: [alone, undefined] }]),
      ],
    },
  ];
};
