import { timeLeft } from '../both-sides/time-left.ts';
import { byId } from './dom.ts';
import { type Voice } from './page.ts';

/** Which words stand before a countdown, and which before a moment. */
interface Labels {
  readonly countdown: string;
  readonly until: string;
}

/** Writes how long there is into the element `id`, and into `id-label` what that is. */
export const showTimeLeft = (voice: Voice, id: string, labels: Labels, instant: string, nowMs: number): void => {
  const { isCountdown, text } = timeLeft(instant, nowMs, voice);
  byId(`${id}-label`, HTMLElement).textContent = isCountdown ? labels.countdown : labels.until;
  byId(id, HTMLElement).textContent = text;
};
