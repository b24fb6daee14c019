import { statusAt, viewOf, type Payable, type PayableStatus, type PayableView } from '../both-sides/payable.ts';
import { cardBrands, cardSchemes } from '../both-sides/card-schemes.ts';
import { languageTagOf } from '../both-sides/locale.ts';
import type { Texts } from '../both-sides/text-shape.ts';
import { filled } from '../both-sides/texts.ts';
import { byId } from './dom.ts';
import type { Page, Part, Voice } from './page.ts';
import { offerReturn } from './redirect.ts';

/** What a payer is told of what was paid. */
export interface PaidFacts {
  readonly amount: string;
  /** Of a price that has not come in full; null or absent where nothing has. */
  readonly receivedInPart?: string | null;
  readonly currency: string;
  /** What the payer names when asking the shop about it. */
  readonly reference: string;
  readonly method: 'PIX' | 'CREDIT_CARD' | 'INTERNATIONAL' | null;
  /** The card that paid, as its payer knows it; null or absent where none did. */
  readonly card?: { readonly brand: string; readonly last4: string } | null;
}

/**
 * Turns the page into what it has come to, and takes the focus there when that happens before the payer's eyes. Its time
 * runs out by the page's clock, whether or not the service has said so.
 */
export const createOutcome = <S extends Payable>(page: Page<S>, factsOf: (state: S) => PaidFacts): Part<S> => {
  const main = byId('checkout', HTMLElement);
  let shown: PayableView | undefined;

  const show = (state: S, nowMs: number): void => {
    const status = statusAt(state, nowMs);
    const view = viewOf(status);
    const before = shown;
    shown = view;
    main.dataset['view'] = view;
    if (view === 'paid') showPaid(page, state, factsOf(state));
    if (view === 'ended') showEnded(page, status, factsOf(state));
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

const showPaid = ({ texts: { paid, methods }, money, locale }: Voice, state: Payable, facts: PaidFacts): void => {
  const isRefunded = state.status === 'REFUNDED';
  const amount = money(facts.amount, facts.currency);
  byId('paid-heading', HTMLElement).textContent = isRefunded ? paid.refunded : paid.heading;
  byId('paid-text', HTMLElement).textContent = filled(isRefunded ? paid.refundedText : paid.text, { amount });
  byId('paid-reference', HTMLElement).textContent = facts.reference;
  setFact('paid-method', methodText({ paid, methods }, facts));
  const format = new Intl.DateTimeFormat(languageTagOf(locale), { dateStyle: 'short', timeStyle: 'short' });
  setFact('paid-date', state.paidAt === null ? null : format.format(new Date(state.paidAt)));
};

/** A card is told by what its payer can read on it. */
const methodText = ({ paid, methods }: Pick<Texts, 'paid' | 'methods'>, { method, card }: PaidFacts): string | null => {
  if (method === null) return null;
  return card ? filled(paid.card, { brand: brandName(card.brand), last4: card.last4 }) : methods[method];
};

/** An acquirer's word where it is none of ours. */
const brandName = (brand: string): string => {
  const known = cardBrands.find((each) => each === brand);
  return known === undefined ? brand : cardSchemes[known].name;
};

const setFact = (id: string, text: string | null): void => {
  byId(id, HTMLElement).textContent = text ?? '';
  byId(`${id}-row`, HTMLElement).hidden = text === null;
};

const showEnded = ({ texts: { ended }, money }: Voice, status: PayableStatus, facts: PaidFacts): void => {
  const part = facts.receivedInPart ?? null;
  const expiredText =
    part === null ? ended.expiredText : filled(ended.expiredInPartText, { received: money(part, facts.currency) });
  const [heading, text] = {
    CANCELED: [ended.canceled, ended.canceledText],
    FAILED: [ended.failed, ended.failedText],
    EXPIRED: [ended.expired, expiredText],
  }[status === 'CANCELED' || status === 'FAILED' ? status : 'EXPIRED'];
  byId('ended-heading', HTMLElement).textContent = heading ?? '';
  byId('ended-text', HTMLElement).textContent = text ?? '';
};
