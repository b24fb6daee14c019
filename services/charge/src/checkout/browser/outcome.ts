import { viewOf, type CheckoutState } from '../both-sides/checkout-state.ts';
import { languageTagOf } from '../both-sides/locale.ts';
import { filled } from '../both-sides/texts.ts';
import { byId } from './dom.ts';
import type { Page, Part } from './page.ts';
import { offerReturn } from './redirect.ts';

/** Turns the page into what the charge has become, and takes the focus there when that happens before the payer's eyes. */
export const createOutcome = (page: Page): Part => {
  const main = byId('checkout', HTMLElement);
  return {
    show: (state, previous) => {
      const view = viewOf(state.status);
      main.dataset['view'] = view;
      if (view === 'paid') showPaid(page, state);
      if (view === 'ended') showEnded(page, state);
      if (view !== 'pay') offerReturn(page, state, previous !== null && viewOf(previous.status) !== 'paid');
      if (previous !== null && viewOf(previous.status) !== view) arrive(page, view);
    },
  };
};

const arrive = ({ announce }: Page, view: string): void => {
  window.scrollTo(0, 0);
  const section = document.querySelector<HTMLElement>(`.view-${view}`);
  if (section?.tabIndex === -1) section.focus();
  announce(section?.querySelector('h2')?.textContent ?? '');
};

const showPaid = ({ texts: { paid, methods }, money, locale }: Page, state: CheckoutState): void => {
  const isRefunded = state.status === 'REFUNDED';
  const amount = money(state.grossAmount, state.currency);
  byId('paid-heading', HTMLElement).textContent = isRefunded ? paid.refunded : paid.heading;
  byId('paid-text', HTMLElement).textContent = filled(isRefunded ? paid.refundedText : paid.text, { amount });
  byId('paid-reference', HTMLElement).textContent = state.chargeId;
  setFact('paid-method', state.paidBy === null ? null : methods[state.paidBy]);
  const format = new Intl.DateTimeFormat(languageTagOf(locale), { dateStyle: 'short', timeStyle: 'short' });
  setFact('paid-date', state.paidAt === null ? null : format.format(new Date(state.paidAt)));
};

const setFact = (id: string, text: string | null): void => {
  byId(id, HTMLElement).textContent = text ?? '';
  byId(`${id}-row`, HTMLElement).hidden = text === null;
};

const showEnded = ({ texts: { ended } }: Page, { status }: CheckoutState): void => {
  const [heading, text] = {
    CANCELED: [ended.canceled, ended.canceledText],
    FAILED: [ended.failed, ended.failedText],
    EXPIRED: [ended.expired, ended.expiredText],
  }[status === 'CANCELED' || status === 'FAILED' ? status : 'EXPIRED'];
  byId('ended-heading', HTMLElement).textContent = heading ?? '';
  byId('ended-text', HTMLElement).textContent = text ?? '';
};
