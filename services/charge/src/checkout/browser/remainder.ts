import { viewOf } from '@repasse/checkout-kit/both-sides/payable';
import { byId, say } from '@repasse/checkout-kit/browser/dom';
import { cardHint, remainderText } from '../both-sides/remainder.ts';
import type { Page, Part } from './charge-page.ts';

/** A part of the charge has come: the page says so, and what is left. */
export const createRemainder = (page: Page): Part => {
  const notice = byId('remainder', HTMLElement);
  return {
    show: (state, previous) => {
      if (previous === null || previous.dueAmount === state.dueAmount || viewOf(state.status) !== 'pay') return;
      const text = remainderText(state, page);
      say(notice, text);
      const hint = document.getElementById('card-hint');
      if (hint !== null) hint.textContent = cardHint(state, page);
      if (text === null) return;
      page.announce(text);
      // Whoever is filling in a form is not taken away from it.
      const isTyping = document.activeElement?.closest('form') instanceof HTMLFormElement;
      if (!isTyping) notice.focus();
    },
  };
};
