import { toIso } from '@repasse/chassis/clock';

/** Over a weekend, and not for whoever finds an old mail. */
const invitationHours = 72;
const hourMs = 3_600_000;

export const expiryOf = (now: Date): string => toIso(new Date(now.getTime() + invitationHours * hourMs));
