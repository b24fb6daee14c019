import { type Standing } from '../both-sides/payable.ts';
import { type Voice } from './page.ts';

/**
 * Shows where a method stands, by the part of its panel that is seen. That something has run out is said to screen
 * readers, and the focus goes to the panel's heading when what had it is seen no more.
 */
export const showStanding = ({ announce }: Pick<Voice, 'announce'>, panel: HTMLElement, standing: Standing): void => {
  const before = panel.dataset['standing'];
  if (before === standing) return;
  const focused = document.activeElement;
  panel.dataset['standing'] = standing;
  if (panel.hidden) return;
  if (before === 'ready' && standing === 'expired')
    announce(panel.querySelector('.notice.when-expired, .when-expired .notice')?.textContent ?? '');
  if (focused !== null && panel.contains(focused) && !focused.checkVisibility()) panel.querySelector('h2')?.focus();
};
