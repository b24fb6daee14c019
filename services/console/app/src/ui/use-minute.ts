import { useSyncExternalStore } from 'react';

const minuteMs = 60_000;

const everyMinute = (onChange: () => void): (() => void) => {
  const timer = setInterval(onChange, minuteMs);
  return () => clearInterval(timer);
};

/** The minute that has begun, in milliseconds: what is told against it is told anew as the next one comes. */
export const useMinute = (): number =>
  useSyncExternalStore(everyMinute, () => Math.floor(Date.now() / minuteMs) * minuteMs);
