import { createLogger, type Logger } from '../log/logger';
import { within } from './within';

export interface Running {
  readonly url: string;
  stop(): Promise<void>;
}

/** Kubernetes kills after 30 s; leaving by ourselves before that tells the reason. */
const stopTimeoutMs = 25_000;

/** Starts a service as a process of its own: signals stop it in order, a second signal or a hang forces the exit. */
export const runMain = (start: () => Promise<Running>): void => {
  const log = createLogger({ service: 'main', level: 'info' });
  // Begins only after the handlers below are in place: a signal may come at any moment.
  const starting = Promise.resolve().then(start);
  const leave = createLeave(log, starting);

  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => leave(0, signal));
  // A parent that forked this process and is gone, even by kill -9, must not leave it behind.
  if (process.connected) process.once('disconnect', () => leave(0, 'parent gone'));
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'uncaught fault');
    leave(1, 'fault');
  });
  process.on('unhandledRejection', (err) => {
    log.fatal({ err }, 'unhandled rejection');
    leave(1, 'fault');
  });
  starting.catch((err: unknown) => {
    log.fatal({ err }, 'the service did not start');
    process.exit(1);
  });
};

/** After a fault nothing in memory can be trusted for long, but what is in flight may still be finished. */
const createLeave = (log: Logger, starting: Promise<Running>): ((exitCode: number, reason: string) => void) => {
  let isLeaving = false;
  return (exitCode, reason) => {
    if (isLeaving) {
      log.warn({ reason }, 'asked to stop a second time, leaving at once');
      process.exit(1);
    }
    isLeaving = true;
    log.info({ reason }, 'stopping');
    within(stopTimeoutMs, 'stopping the service', async () => (await starting).stop()).then(
      () => process.exit(exitCode),
      (err: unknown) => {
        log.error({ err }, 'the service did not stop in order');
        process.exit(1);
      },
    );
  };
};
