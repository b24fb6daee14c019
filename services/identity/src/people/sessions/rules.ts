import { toIso } from '@repasse/chassis/clock';
import { type Session } from './table';

export interface SessionLimits {
  /** Ends when it is not used for so long. */
  readonly idleMinutes: number;
  /** Ends after so long, used or not. */
  readonly hoursMax: number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** The use of a session is written down this often, not at each request. */
export const usedEveryMs = minuteMs;

/** When it ends unless it is used. */
export const expiryOf = (
  { createdAt, usedAt }: Pick<Session, 'createdAt' | 'usedAt'>,
  { idleMinutes, hoursMax }: SessionLimits,
): string =>
  toIso(new Date(Math.min(Date.parse(usedAt) + idleMinutes * minuteMs, Date.parse(createdAt) + hoursMax * hourMs)));

export const isOver = (
  session: Pick<Session, 'createdAt' | 'usedAt' | 'endedAt'>,
  now: string,
  limits: SessionLimits,
): boolean => session.endedAt !== null || expiryOf(session, limits) <= now;
