import { type Payable } from '../both-sides/payable.ts';
import { filled } from '../both-sides/texts.ts';
import { isWorthSaying, secondsUntil } from '../both-sides/time-left.ts';
import { type Page, type Part } from './page.ts';
import { showTimeLeft } from './show-time-left.ts';

/** How long can be paid. A screen reader hears of it twice, not every second. */
export const createDeadline = <S extends Payable>(page: Page<S>): Part<S> => {
  const { live, expiresIn, payBy } = page.texts;
  const tick = (nowMs: number): void => {
    const { expiresAt, status } = page.state();
    const seconds = secondsUntil(expiresAt, nowMs);
    showTimeLeft(page, 'deadline', { countdown: expiresIn, until: payBy }, expiresAt, nowMs);
    if (status !== 'PENDING' || !isWorthSaying(seconds)) return;
    page.announce(seconds === 60 ? live.oneMinuteLeft : filled(live.minutesLeft, { minutes: String(seconds / 60) }));
  };
  return { show: () => tick(page.nowMs()), tick };
};
