import { catalogueEntry } from '@repasse/contracts';
import { type TestKafka } from '../../../deploy/test/kafka-for-tests';
import { type Bus, type OutgoingMessage } from '../src/bus/bus';
import { headersOf } from '../src/bus/envelope';
import { openKafkaBus } from '../src/bus/kafka/kafka-bus';
import { randomIds } from '../src/ids';
import { createLogger } from '../src/log/logger';
import { createMetrics } from '../src/telemetry/metrics';

export const chargePaidEntry = catalogueEntry('repasse.charge.paid.v1');

export const newChargeId = (): string => `ch_${randomIds.ulid()}`;

/** A message as the relay sends it, of a charge of its own unless the key says otherwise. */
export const chargePaid = (key: string, over: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  topic: chargePaidEntry.topic,
  key,
  headers: {
    ...headersOf({ id: `evt_${key}`, type: 'repasse.charge.paid.v1', key, time: '2026-01-01T00:00:00.000Z' }),
    ce_position: '1',
  },
  value: JSON.stringify({ ...chargePaidEntry.example, chargeId: key }),
  ...over,
});

export const openTestBus = (
  kafka: Pick<TestKafka, 'brokers' | 'registryUrl'>,
  log = createLogger({ service: 'test', level: 'silent' }),
): Bus =>
  openKafkaBus({
    service: 'charge',
    brokers: kafka.brokers,
    schemaRegistryUrl: kafka.registryUrl,
    log,
    metrics: createMetrics('test'),
  });
