import { createBus } from '@repasse/chassis/bus/create-bus';
import { type Bus } from '@repasse/chassis/bus/bus';
import { createLogger } from '@repasse/chassis/log/logger';
import { createMetrics } from '@repasse/chassis/telemetry/metrics';

/** A bus in a database of its own, for a service that runs alone. */
export const openPrivateBus = (url: string): Promise<Bus> => {
  const service = 'bench';
  const config = { postgresUrl: url, kafkaBrokers: undefined, schemaRegistryUrl: undefined };
  return createBus(config, { service, log: createLogger({ service, level: 'warn' }), metrics: createMetrics(service) });
};
