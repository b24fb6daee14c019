import { type KafkaSecurity } from '../config/kafka-settings';
import { type BusConfig } from '../config/service-config';
import { type Logger } from '../log/logger';
import { type Metrics } from '../telemetry/metrics';
import { type Bus } from './bus';
import { type BrokerContact } from './kafka/internal/bus-access';
import { openPostgresBus } from './postgres/postgres-bus';

export interface BusDependencies {
  /** Whose events are published. */
  readonly service: string;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Whether these brokers have answered before, and where it is kept that they have. */
  readonly brokers?: BrokerContact;
  readonly liveSecurity?: () => KafkaSecurity;
}

/** Kafka when brokers are configured, the log in PostgreSQL otherwise. */
export const createBus = async (config: BusConfig, dependencies: BusDependencies): Promise<Bus> => {
  const { kafkaBrokers, kafkaSecurity, schemaRegistryUrl, registryAccess, postgresUrl } = config;
  if (kafkaBrokers !== undefined && schemaRegistryUrl !== undefined) {
    // Loaded here, since the client and its registry are a third of all modules and only an installation on Kafka has them.
    const { openKafkaBus } = await import('./kafka/kafka-bus.ts');
    return openKafkaBus({
      ...{ ...dependencies, brokers: kafkaBrokers, contact: dependencies.brokers },
      ...{ security: kafkaSecurity, schemaRegistryUrl, registryAccess },
    });
  }
  if (postgresUrl === undefined) {
    throw new Error('The bus needs BUS_POSTGRES_URL, or KAFKA_BROKERS and SCHEMA_REGISTRY_URL.');
  }
  return openPostgresBus({ url: postgresUrl, ...dependencies });
};
