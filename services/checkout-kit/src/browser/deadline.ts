import type { Payable } from '../both-sides/payable.ts';
import { filled } from '../both-sides/texts.ts';
import { clockText, isWorthSaying, secondsUntil } from '../both-sides/time-left.ts';
import { byId } from './dom.ts';
import type { Page, Part } from './page.ts';

/** How long can be paid. A screen reader hears of it twice, not every second. */
export const createDeadline = <S extends Payable>(page: Page<S>): Part<S> => {
  const element = byId('deadline', HTMLElement);
  const { live } = page.texts;
  const tick = (nowMs: number): void => {
    const { expiresAt, status } = page.state();
    const seconds = secondsUntil(expiresAt, nowMs);
    element.textContent = clockText(seconds);
    if (status !== 'PENDING' || !isWorthSaying(seconds)) return;
    page.announce(seconds === 60 ? live.oneMinuteLeft : filled(live.minutesLeft, { minutes: String(seconds / 60) }));
  };
  return { show: () => tick(page.nowMs()), tick };
};
