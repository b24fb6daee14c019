import { type Bus } from '../../bus/bus';
import { type BackoffLimits } from '../../waiting/backoff';
import { type ServiceParts } from '../../service/parts';
import { every } from '../../waiting/poll';
import { untilDone } from '../../waiting/until-done';
import { compareWithBus } from '../compare-with-bus';
import { BusBehindDatabaseError, DatabaseBehindBusError } from './out-of-step';

type StepParts = Pick<ServiceParts, 'service' | 'config' | 'db' | 'log' | 'health' | 'lifecycle'>;

/**
 * At the start only the newest messages are read. After a restore they are the ones that are missing, and a second covers
 * them on either bus.
 */
const newestMax = 5_000;

/** The marks move so often, and a later start reads what was published since. Also how late a running service notices. */
const compareIntervalMs = 10 * 60_000;

const retryDelays: BackoffLimits = { firstMs: 500, maxMs: 30_000 };

const isOutOfStep = (fault: unknown): fault is DatabaseBehindBusError | BusBehindDatabaseError =>
  fault instanceof DatabaseBehindBusError || fault instanceof BusBehindDatabaseError;

/**
 * Refuses to start where the database is older than the bus, or the bus than the database. A bus that is away cannot be
 * compared: then nothing is published, and the service is not ready, until it could. The same from the moment when a
 * running service finds that its database was put back.
 */
export const keepInStep = async (parts: StepParts, bus: Bus): Promise<Bus> => {
  const { config, log, health, lifecycle } = parts;
  let hindrance: Error | undefined = new Error('Database and bus have not been compared yet.');
  const hindranceNow = (): Error | undefined => hindrance;

  const compare = async (messagesMax?: number): Promise<void> => {
    try {
      await compareWithBus({ ...parts, bus, ...(messagesMax !== undefined && { messagesMax }) });
      hindrance = undefined;
    } catch (fault) {
      if (!isOutOfStep(fault)) throw fault;
      log.error({ err: fault }, 'database and bus are out of step');
      hindrance = config.mayBeOutOfStep ? undefined : fault;
    }
  };
  await compare(newestMax).catch((fault: unknown) => log.warn({ err: fault }, 'the bus could not be compared'));
  const first = hindranceNow();
  if (isOutOfStep(first)) throw first;

  const isInStep = async (): Promise<boolean> => {
    await compare(newestMax);
    return hindranceNow() === undefined;
  };
  const options = { name: 'comparing with the bus', log };
  const trying = first && untilDone({ ...options, delays: retryDelays, run: isInStep });
  const interval = { intervalMs: compareIntervalMs, firstDelayMs: compareIntervalMs };
  const comparing = every({ ...options, ...interval, run: () => compare() });
  lifecycle.onStop('comparison with the bus', async () => {
    await Promise.all([trying?.stop(), comparing.stop()]);
  });
  const requireStep = (): void => {
    const now = hindranceNow();
    if (now !== undefined) throw now;
  };
  health.addCheck('in step with the bus', requireStep, 'ready');
  return {
    ...bus,
    publish: async (messages) => {
      requireStep();
      await bus.publish(messages);
    },
  };
};
