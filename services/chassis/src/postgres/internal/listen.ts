import { type BackoffLimits } from '../../waiting/backoff';
import { type Logger } from '../../log/logger';
import { type ConnectionOptions } from './connection';
import { openSession, type Session } from '../session';
import { untilDone, type UntilDone } from '../../waiting/until-done';

/** Between the reconnects of a lost listener. The callers' polls cover the meantime. */
const reconnectDelays: BackoffLimits = { firstMs: 100, maxMs: 1_000 };

/** LISTEN on a connection of its own that comes back after a loss. Returns the function that stops it. */
export const keepListening = async (
  options: ConnectionOptions,
  channel: string,
  onNotify: (payload: string) => void,
  log?: Logger,
): Promise<() => Promise<void>> => {
  let session: Session | undefined;
  let reopening: UntilDone | undefined;

  const open = async (): Promise<void> => {
    session = await openSession({ ...options, name: `${options.name} listen` });
    session.onNotification((_channel, payload) => onNotify(payload));
    await session.query(`listen "${channel}"`);
    // Only once it listens: an earlier loss is a failed try, which the caller repeats.
    session.onLost(reopen);
    if (!session.isAlive()) throw new Error('The connection was lost at once.');
  };
  const reopen = (): void => {
    reopening = untilDone({
      name: `listener to ${channel}`,
      log,
      delays: reconnectDelays,
      run: async () => {
        await open();
        // Notifications sent during the loss are not repeated, so have the caller look.
        onNotify('');
        return true;
      },
    });
  };

  await open();
  return async () => {
    await reopening?.stop();
    await session?.close();
  };
};
