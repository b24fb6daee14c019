import { followDebugSignal } from '../../log/internal/debug-signal';
import { createLogger, type Logger } from '../../log/logger';
import { within } from './within';

export interface StopOptions {
  /** Without time for callers to look elsewhere: after a fault, or when the parent process is gone. */
  readonly isUrgent?: boolean;
}

export interface Running {
  readonly url: string;
  stop(options?: StopOptions): Promise<void>;
}

/** Kubernetes kills after 30 s; leaving by ourselves before that tells the reason. */
const stopTimeoutMs = 25_000;

/**
 * Starts a service as a process of its own: signals stop it in order, a second signal or a hang forces the exit.
 * `service` names the process in the lines that are logged before its configuration is read and after its parts failed.
 */
export const runMain = (service: string, start: () => Promise<Running>): void => {
  const log = createLogger({ service, level: 'info' });
  // Begins only after the handlers below are in place: a signal may come at any moment.
  const starting = Promise.resolve().then(start);
  const leave = createLeave(log, starting);

  followDebugSignal(log);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => leave(0, signal));
  // A parent that forked this process and is gone, even by kill -9, must not leave it behind.
  if (process.connected) process.once('disconnect', () => leave(0, 'parent gone', { isUrgent: true }));
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'uncaught fault');
    leave(1, 'fault', { isUrgent: true });
  });
  process.on('unhandledRejection', (err) => {
    log.fatal({ err }, 'unhandled rejection');
    leave(1, 'fault', { isUrgent: true });
  });
  starting.catch((err: unknown) => {
    log.fatal({ err }, 'the service did not start');
    process.exit(1);
  });
};

type Leave = (exitCode: number, reason: string, options?: StopOptions) => void;

/** After a fault nothing in memory can be trusted for long, but requests under way may still be finished. */
const createLeave = (log: Logger, starting: Promise<Running>): Leave => {
  let isLeaving = false;
  return (exitCode, reason, options) => {
    if (isLeaving) {
      log.warn({ reason }, 'asked to stop a second time, leaving at once');
      process.exit(1);
    }
    isLeaving = true;
    log.info({ reason }, 'stopping');
    within(stopTimeoutMs, 'stopping the service', async () => (await starting).stop(options)).then(
      () => process.exit(exitCode),
      (err: unknown) => {
        log.error({ err }, 'the service did not stop in order');
        process.exit(1);
      },
    );
  };
};
