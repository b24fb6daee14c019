import { statusAt, viewOf, type Payable } from '../both-sides/payable.ts';
import { byId, showText } from './dom.ts';
import { type Page, type Part } from './page.ts';

/**
 * A notice for the payer while there is something to pay; null for none. News is announced and takes the focus,
 * except from a payer who is filling in a form.
 */
export const createNotice = <S extends Payable>(
  page: Page<S>,
  id: string,
  textOf: (state: S) => string | null,
): Part<S> => {
  const notice = byId(id, HTMLElement);
  return {
    show: (state, previous) => {
      const text = textOf(state);
      const isNews = previous !== null && text !== textOf(previous);
      if (!isNews || viewOf(statusAt(state, page.nowMs())) !== 'pay') return;
      showText(notice, text);
      if (text === null) return;
      page.announce(text);
      const isTyping = document.activeElement?.closest('form') instanceof HTMLFormElement;
      if (!isTyping) notice.focus();
    },
  };
};
