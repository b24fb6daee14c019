import { type CallbackTable } from '../store/callback-table';
import { type SandboxClock } from '../store/sandbox-clock';

interface PutOff {
  readonly callbackId: number;
  /** How often it was tried by now. */
  readonly attempts: number;
  /** By the sandbox's clock, from when it was tried. */
  readonly delayMs: number;
  readonly triedAtOffsetMs: number;
}

/**
 * Puts a callback off until its next try, and returns when that is. The clock may be moved ahead during the merchant's
 * answer, and while the new time is written. A move brings near the callbacks in the table, which may not include this
 * one yet, so a time computed with an older clock is written once more.
 */
export const putOff = async (
  o: { readonly table: Pick<CallbackTable, 'reschedule'>; readonly clock: Pick<SandboxClock, 'offsetMs'> },
  { callbackId, attempts, delayMs, triedAtOffsetMs }: PutOff,
): Promise<string> => {
  let offsetMs: number;
  let dueAt: string;
  do {
    offsetMs = o.clock.offsetMs();
    const movedMs = Math.max(0, offsetMs - triedAtOffsetMs);
    dueAt = inMs(Math.max(0, delayMs - movedMs));
    await o.table.reschedule(callbackId, attempts, dueAt);
  } while (o.clock.offsetMs() > offsetMs);
  return dueAt;
};

/** The machine's time: turning the sandbox's clock back must not hold retries up. Ahead, it brings them nearer. */
export const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();
