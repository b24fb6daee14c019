/** What time it is. Domain code never asks: the time arrives in the command. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** ISO 8601 in UTC with milliseconds, the only spelling of a time in events and answers. */
export const toIso = (date: Date): string => date.toISOString();
