import { toIso } from '@repasse/chassis/clock';

/** Mail is slow, and a mailbox may be read by others later. */
const resetMinutes = 30;
const minuteMs = 60_000;

export const expiryOf = (now: Date): string => toIso(new Date(now.getTime() + resetMinutes * minuteMs));

/** So that nobody's mailbox is filled by who knows their address. */
export const mailsPerPerson = { count: 3, withinMs: 3_600_000 };
