import { type Bus } from '../bus/bus';
import { createBus } from '../bus/create-bus';
import { startConsumer, type ConsumerOptions } from '../consumer/consumer';
import { startRelay, type Relay } from '../outbox/relay';
import { type ServiceParts } from './parts';

export const openBus = async ({ config, log, metrics, lifecycle }: ServiceParts): Promise<Bus> => {
  const bus = await createBus(config.bus, { log, metrics });
  lifecycle.onStop('bus', () => bus.close());
  return bus;
};

/** Carries the service's outbox to the bus. */
export const publishOutbox = ({ db, log, metrics, lifecycle }: ServiceParts, bus: Bus): Relay => {
  const relay = startRelay({ db, bus, log, metrics });
  lifecycle.onStop('relay', () => relay.stop());
  return relay;
};

export type Consumption = Pick<ConsumerOptions, 'topic' | 'onPoison' | 'handle' | 'handleBatch' | 'afterCommit'>;

/** Reads a topic until the service stops; a consumer that stays dead turns liveness red. */
export const consumeTopic = async (parts: ServiceParts, bus: Bus, consumption: Consumption): Promise<void> => {
  const { service, db, log, metrics, health, lifecycle } = parts;
  const consumer = await startConsumer({ service, db, bus, log, metrics, ...consumption });
  const name = `consumer of ${consumption.topic}`;
  lifecycle.onStop(name, () => consumer.stop());
  health.addCheck(name, () => consumer.isAlive(), 'live');
};
