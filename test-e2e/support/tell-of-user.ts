import { randomInt } from 'node:crypto';
import { openPostgresBus } from '@repasse/chassis/bus/postgres/postgres-bus';
import { headersOf } from '@repasse/chassis/bus/envelope';
import { createLogger } from '@repasse/chassis/log/logger';
import { createMetrics } from '@repasse/chassis/telemetry/metrics';
import { type StackFile } from '../../deploy/local/stack-file';

export const userTopic = 'identity.events.v1';

/** Tells all services of a user who does not exist: without its data, or behind a gap, they cannot use the event. */
export const tellOfUser = async (stack: StackFile, position: number, data: object): Promise<string> => {
  const key = String(randomInt(10 ** 12, 10 ** 13));
  const log = createLogger({ service: 'test', level: 'silent' });
  const bus = await openPostgresBus({
    ...{ url: `${stack.postgresUrl}/repasse_bus`, log, metrics: createMetrics('test') },
  });
  const attributes = {
    id: `evt_${key}`,
    type: 'repasse.user.suspended.v1',
    key,
    time: new Date().toISOString(),
  } as const;
  const headers = { ...headersOf(attributes), ce_position: String(position) };
  await bus.publish([{ topic: userTopic, key, headers, value: JSON.stringify(data) }]);
  await bus.close();
  return key;
};
