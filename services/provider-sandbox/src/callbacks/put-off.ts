import { type Clock, toIso } from '@repasse/chassis/clock';

/**
 * Puts a callback off until its next try, `delayMs` after the last one. The clock may be turned back during the
 * merchant's answer, and while the new time is written: the time counts from the earlier clock, and is written once more.
 */
export const putOff = async (
  clock: Clock,
  { triedAt, delayMs }: { readonly triedAt: Date; readonly delayMs: number },
  write: (dueAt: string) => Promise<void>,
): Promise<void> => {
  let now: Date;
  do {
    now = clock.now();
    await write(toIso(new Date(Math.min(triedAt.getTime(), now.getTime()) + delayMs)));
  } while (clock.now() < now);
};
