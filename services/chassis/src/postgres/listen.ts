import { setTimeout as pause } from 'node:timers/promises';
import { type Logger } from '../log/logger';
import { type ConnectionOptions } from './connection';
import { openSession, type Session } from './session';

/** How long a lost listener waits before each try to come back. The poll behind every hint covers the meantime. */
const reconnectDelayMs = 500;

/** LISTEN on a connection of its own that comes back after a loss. Answers the function that stops it. */
export const keepListening = async (
  options: ConnectionOptions,
  channel: string,
  onNotify: (payload: string) => void,
  log?: Logger,
): Promise<() => Promise<void>> => {
  const stopping = new AbortController();
  let session: Session | undefined;

  const open = async (): Promise<void> => {
    session = await openSession({ ...options, name: `${options.name} listen` });
    session.onNotification((_channel, payload) => onNotify(payload));
    session.onLost(() => void reopen());
    await session.query(`listen "${channel}"`);
  };
  const reopen = async (): Promise<void> => {
    for (;;) {
      try {
        await pause(reconnectDelayMs, undefined, { signal: stopping.signal });
        await open();
        // What was said while nobody listened is not repeated, so have the caller look.
        onNotify('');
        return;
      } catch (fault) {
        if (stopping.signal.aborted) return;
        log?.warn({ err: fault, channel }, 'listener could not reconnect');
      }
    }
  };

  await open();
  return async () => {
    stopping.abort();
    await session?.close();
  };
};
