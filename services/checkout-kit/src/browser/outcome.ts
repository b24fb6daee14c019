import { statusAt, viewOf, type Payable, type PayableStatus, type PayableView } from '../both-sides/payable.ts';
import { languageTagOf } from '../both-sides/locale.ts';
import type { EndedTexts } from '../both-sides/text-shape.ts';
import { filled } from '../both-sides/texts.ts';
import { byId } from './dom.ts';
import type { Page, Part, Voice } from './page.ts';
import { offerReturn } from './redirect.ts';

/** The payment as it is shown to the payer; amounts and methods as the payer reads them. */
export interface PaidFacts {
  readonly amount: string;
  /** Of a price that has not come in full; null where nothing has. */
  readonly receivedInPart: string | null;
  /** The reference that the payer names when asking the shop about it. */
  readonly reference: string;
  readonly method: string | null;
}

interface OutcomeOptions<S extends Payable> {
  readonly factsOf: (state: S) => PaidFacts;
  /** How it ends where nothing was paid. */
  readonly ended: EndedTexts;
}

/**
 * Turns the page into what it has come to, and takes the focus there when that happens before the payer's eyes. Its time
 * runs out by the page's clock, whether or not the service has said so.
 */
export const createOutcome = <S extends Payable>(page: Page<S>, { factsOf, ended }: OutcomeOptions<S>): Part<S> => {
  const main = byId('checkout', HTMLElement);
  let shown: PayableView | undefined;

  const show = (state: S, nowMs: number): void => {
    const status = statusAt(state, nowMs);
    const view = viewOf(status);
    const before = shown;
    shown = view;
    main.dataset['view'] = view;
    if (view === 'paid') showPaid(page, state, factsOf(state));
    if (view === 'ended') showEnded(ended, status, factsOf(state));
    if (view !== 'pay') offerReturn(page, { ...state, status }, before !== undefined && before !== 'paid');
    if (before !== undefined && before !== view) arrive(page, view);
  };

  return {
    show: (state) => show(state, page.nowMs()),
    tick: (nowMs) => {
      if (viewOf(statusAt(page.state(), nowMs)) !== shown) show(page.state(), nowMs);
    },
  };
};

const arrive = ({ announce }: Voice, view: string): void => {
  window.scrollTo(0, 0);
  const section = document.querySelector<HTMLElement>(`.view-${view}`);
  if (section?.tabIndex === -1) section.focus();
  announce(section?.querySelector('h2')?.textContent ?? '');
};

const showPaid = ({ texts: { paid }, locale }: Voice, state: Payable, facts: PaidFacts): void => {
  const isRefunded = state.status === 'REFUNDED';
  const { amount } = facts;
  byId('paid-heading', HTMLElement).textContent = isRefunded ? paid.refunded : paid.heading;
  byId('paid-text', HTMLElement).textContent = filled(isRefunded ? paid.refundedText : paid.text, { amount });
  byId('paid-reference', HTMLElement).textContent = facts.reference;
  setFact('paid-method', facts.method);
  const format = new Intl.DateTimeFormat(languageTagOf(locale), { dateStyle: 'short', timeStyle: 'short' });
  setFact('paid-date', state.paidAt === null ? null : format.format(new Date(state.paidAt)));
};

const setFact = (id: string, text: string | null): void => {
  byId(id, HTMLElement).textContent = text ?? '';
  byId(`${id}-row`, HTMLElement).hidden = text === null;
};

const showEnded = (ended: EndedTexts, status: PayableStatus, { receivedInPart }: PaidFacts): void => {
  const expiredText =
    receivedInPart === null ? ended.expiredText : filled(ended.expiredInPartText, { received: receivedInPart });
  const [heading, text] = {
    CANCELED: [ended.canceled, ended.canceledText],
    FAILED: [ended.failed, ended.failedText],
    EXPIRED: [ended.expired, expiredText],
  }[status === 'CANCELED' || status === 'FAILED' ? status : 'EXPIRED'];
  byId('ended-heading', HTMLElement).textContent = heading ?? '';
  byId('ended-text', HTMLElement).textContent = text ?? '';
};
