import { createBus } from '@repasse/chassis/bus/create-bus';
import { toMessage } from '@repasse/chassis/bus/envelope';
import { randomIds } from '@repasse/chassis/ids';
import { createLogger } from '@repasse/chassis/log/logger';
import { createMetrics } from '@repasse/chassis/telemetry/metrics';
import { catalogueEntry, parseEvent, sourceOf, type EventData, type EventType } from '@repasse/contracts';
import { loadConfig } from '../../src/config';

export interface ChargeTeller {
  /** Says something about a charge, in the order of the calls; answers what was said so that it can be repeated. */
  tell<T extends EventType>(type: T, chargeId: string, data: EventData[T]): Promise<() => Promise<void>>;
  stop(): Promise<void>;
}

/** Stands in for the charge service. */
export const startChargeTeller = (env: Record<string, string>): Promise<ChargeTeller> => startTeller(env, 'charge');

/** Stands in for a service whose events the gateway follows. */
export const startTeller = async (
  env: Record<string, string>,
  service: Parameters<typeof sourceOf>[0],
): Promise<ChargeTeller> => {
  const log = createLogger({ service: 'test', level: 'silent' });
  const bus = await createBus(loadConfig(env).bus, { log, metrics: createMetrics('test') });
  const positions = new Map<string, number>();
  return {
    tell: async (type, chargeId, data) => {
      const position = (positions.get(chargeId) ?? 0) + 1;
      positions.set(chargeId, position);
      const event = parseEvent({
        id: `evt_${randomIds.ulid()}`,
        source: sourceOf(service),
        dataSchema: catalogueEntry(type).schema.$id,
        type,
        subject: chargeId,
        time: new Date().toISOString(),
        position,
        data,
      });
      const say = () => bus.publish([toMessage(event)]);
      await say();
      return say;
    },
    stop: () => bus.close(),
  };
};
