import { createNotice } from '@repasse/checkout-kit/browser/notice';
import { cardHint, remainderText } from '../both-sides/remainder.ts';
import { type Page, type Part } from './charge-page.ts';

/** A part of the charge has come: the page says so, and what is left. */
export const createRemainder = (page: Page): Part =>
  createNotice(page, 'remainder', (state) => remainderText(state, page));

/** In how many parts a card can pay what is left. */
export const createCardHint = (page: Page): Part => ({
  show: (state) => {
    const hint = document.getElementById('card-hint');
    if (hint !== null) hint.textContent = cardHint(state, page);
  },
});
