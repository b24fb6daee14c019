import { type BusConfig } from '../config/service-config';
import { type Logger } from '../log/logger';
import { type Metrics } from '../telemetry/metrics';
import { type Bus } from './bus';
import { openPostgresBus } from './postgres/postgres-bus';

export interface BusDependencies {
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** Kafka when brokers are configured, the log in PostgreSQL otherwise. */
export const createBus = async (config: BusConfig, dependencies: BusDependencies): Promise<Bus> => {
  if (config.postgresUrl === undefined) throw new Error('The bus needs BUS_POSTGRES_URL or KAFKA_BROKERS.');
  return openPostgresBus({ url: config.postgresUrl, ...dependencies });
};
