import { type Bus } from '../bus/bus';
import { createBus } from '../bus/create-bus';
import { type BrokerContact } from '../bus/kafka/internal/bus-access';
import { refuseOtherServer } from '../bus/postgres/internal/same-server';
import { startConsumer, type ConsumerOptions } from '../consumer/consumer';
import { startRelay, type Relay } from '../outbox/relay';
import { keepInStep } from '../restore/internal/keep-in-step';
import { awaitDatabase } from '../postgres/await-database';
import { type ServiceParts } from './parts';
import { isReached, keepReached } from './reached';

/** The service's bus, which is of the same time as its database: see keepInStep. */
export const openBus = async (parts: ServiceParts): Promise<Bus> => {
  const { service, config, live, db, log, metrics, health, lifecycle } = parts;
  const { kafkaBrokers, postgresUrl } = config.bus;
  const liveSecurity = () => live().bus.kafkaSecurity;
  const bus = await createBus(config.bus, { service, log, metrics, liveSecurity, ...(await brokersOf(parts)) });
  lifecycle.onStop('bus', () => bus.close());
  if (kafkaBrokers === undefined && postgresUrl !== undefined)
    await awaitDatabase(log, () => refuseOtherServer(db, postgresUrl), 'BUS_POSTGRES_URL');
  const { checkAccess } = bus;
  if (checkAccess !== undefined) health.addCheck('bus', checkAccess, 'ready');
  return keepInStep(parts, bus);
};

/** Whether these brokers were reached before; the log in PostgreSQL has none. */
const brokersOf = async ({ config, db, clock }: ServiceParts): Promise<{ readonly brokers?: BrokerContact }> => {
  const address = config.bus.kafkaBrokers?.join(',');
  if (address === undefined) return {};
  const wasReached = await isReached(db, 'KAFKA_BROKERS', address);
  return { brokers: { wasReached, keepReached: () => keepReached(db, 'KAFKA_BROKERS', address, clock.now()) } };
};

/** Carries the service's outbox to the bus. */
export const publishOutbox = ({ db, log, metrics, lifecycle }: ServiceParts, bus: Bus): Relay => {
  const relay = startRelay({ db, bus, log, metrics });
  lifecycle.onStop('relay', () => relay.stop());
  return relay;
};

export type Consuming = Pick<ConsumerOptions, 'consumptions' | 'waitsForDisk' | 'intervalMsMin'>;

/** Reads topics until the service stops; a consumer that stays dead turns liveness red. */
export const consumeTopics = async (parts: ServiceParts, bus: Bus, consuming: Consuming): Promise<void> => {
  const { service, db, log, metrics, health, lifecycle } = parts;
  const consumer = await startConsumer({ service, db, bus, log, metrics, ...consuming });
  lifecycle.onStop('consumer', () => consumer.stop());
  health.addCheck('consumer', () => consumer.isAlive(), 'live');
};
