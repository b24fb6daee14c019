import { statusAt, viewOf, type Payable, type PayableStatus, type PayableView } from '../both-sides/payable.ts';
import { endedText, paidText } from '../both-sides/outcome-text.ts';
import { type PaidFacts } from '../both-sides/receipt.ts';
import { type EndedTexts } from '../both-sides/text-shape.ts';
import { byId } from './dom.ts';
import { type Page, type Part, type Voice } from './page.ts';
import { offerReturn, stayHere } from './redirect.ts';

interface OutcomeOptions<S extends Payable> {
  readonly factsOf: (state: S) => PaidFacts;
  /** How it ends where nothing was paid. */
  readonly ended: EndedTexts;
  /** Whether a page of the shop is around this one: it goes on by itself, and a frame must not become a shop. */
  readonly isFramed?: boolean;
}

/**
 * Turns the page into what it has come to, and takes the focus there when that happens before the payer's eyes. Its time
 * runs out by the page's clock, whether or not the service has said so.
 */
export const createOutcome = <S extends Payable>(
  page: Page<S>,
  { factsOf, ended, isFramed = false }: OutcomeOptions<S>,
): Part<S> => {
  const main = byId('checkout', HTMLElement);
  let shown: PayableView | undefined;
  byId('paid-print', HTMLButtonElement).addEventListener('click', print);

  const show = (state: S, nowMs: number): void => {
    const status = statusAt(state, nowMs);
    const view = viewOf(status);
    const before = shown;
    shown = view;
    main.dataset['view'] = view;
    if (view === 'paid') showPaid(page, state, factsOf(state));
    if (view === 'ended') showEnded(ended, status, factsOf(state));
    if (view !== 'pay' && !isFramed) offerReturn(page, { ...state, status }, before !== undefined && before !== 'paid');
    if (before !== undefined && before !== view) arrive(page, view, !isFramed || document.hasFocus());
  };

  return {
    show: (state) => show(state, page.nowMs()),
    tick: (nowMs) => {
      if (viewOf(statusAt(page.state(), nowMs)) !== shown) show(page.state(), nowMs);
    },
  };
};

/** A payer who prints does not want to be taken away meanwhile. */
const print = (): void => {
  stayHere();
  window.print();
};

/** A frame takes no focus from the page around it. */
const arrive = ({ announce }: Voice, view: string, mayFocus: boolean): void => {
  window.scrollTo(0, 0);
  const section = document.querySelector<HTMLElement>(`.view-${view}`);
  if (mayFocus && section?.tabIndex === -1) section.focus();
  announce(section?.querySelector('h2')?.textContent ?? '');
};

const showPaid = ({ texts: { paid } }: Voice, { status }: Payable, facts: PaidFacts): void => {
  const { heading, text } = paidText(paid, status, facts);
  byId('paid-heading', HTMLElement).textContent = heading;
  byId('paid-text', HTMLElement).textContent = text;
  for (const { name, text: told } of facts.rows) {
    byId(`paid-${name}`, HTMLElement).textContent = told ?? '';
    byId(`paid-${name}-row`, HTMLElement).hidden = told === null;
  }
};

const showEnded = (ended: EndedTexts, status: PayableStatus, facts: PaidFacts): void => {
  const { heading, text } = endedText(ended, status, facts);
  byId('ended-heading', HTMLElement).textContent = heading;
  byId('ended-text', HTMLElement).textContent = text;
};
