import { viewOf, type PayableStatus } from '../both-sides/payable.ts';
import { type PaidFacts, type ReceiptRow } from '../both-sides/receipt.ts';
import { isWebAddress } from '../both-sides/return-address.ts';
import { type EndedTexts, type ProcessingTexts, type Texts } from '../both-sides/text-shape.ts';
import { endedText, paidText } from '../both-sides/outcome-text.ts';
import { html, type Markup } from './html.ts';
import { doneIcon, endedIcon } from './icons.ts';

export interface OutcomeTexts {
  readonly processing: ProcessingTexts;
  readonly ended: EndedTexts;
}

/** The payment's state so far: the whole page is written, so that it can be read without its script. */
export interface Outcome {
  readonly status: PayableStatus;
  readonly facts: PaidFacts;
  readonly redirectUrl: string | null;
}

/** The views of a page on which the payer can only wait, or has nothing to do. */
export const outcomes = (texts: Texts, { processing, ended }: OutcomeTexts, outcome: Outcome): Markup => html`
  <section class="view view-processing outcome card" tabindex="-1" aria-labelledby="processing-heading">
    <div class="spinner"></div>
    <h2 id="processing-heading">${processing.heading}</h2>
    <p>${processing.text}</p>
    <p class="strong">${processing.stay}</p>
  </section>
  ${paidView(texts, outcome)} ${endedView(ended, outcome)}
`;

/** The receipt. */
const paidView = ({ paid }: Texts, { status, facts, redirectUrl }: Outcome): Markup => {
  const { heading, text } = paidText(paid, status, facts);
  const back = viewOf(status) === 'paid' ? webAddress(redirectUrl) : undefined;
  return html`
    <section class="view view-paid outcome card" tabindex="-1" aria-labelledby="paid-heading">
      <div class="mark">${doneIcon}</div>
      <h2 id="paid-heading">${heading}</h2>
      <p id="paid-text">${text}</p>
      <dl class="facts" aria-label="${paid.title}">${facts.rows.map(row)}</dl>
      <button class="button quiet needs-script" type="button" id="paid-print">${paid.print}</button>
      <div id="paid-redirect" ${back === undefined ? html`hidden` : html``}>
        <a class="button" id="paid-back" rel="noreferrer" ${hrefOf(back)}>${paid.back}</a>
        <p class="small" id="paid-countdown" hidden></p>
        <button class="button quiet" type="button" id="paid-stay" hidden>${paid.stay}</button>
      </div>
    </section>
  `;
};

const row = ({ name, label, text }: ReceiptRow): Markup => html`
  <div id="paid-${name}-row" ${text === null ? html`hidden` : html``}>
    <dt>${label}</dt>
    <dd id="paid-${name}">${text ?? ''}</dd>
  </div>
`;

const endedView = (ended: EndedTexts, { status, facts, redirectUrl }: Outcome): Markup => {
  const { heading, text } = endedText(ended, status, facts);
  const back = viewOf(status) === 'ended' ? webAddress(redirectUrl) : undefined;
  return html`
    <section class="view view-ended outcome card" tabindex="-1" aria-labelledby="ended-heading">
      <div class="mark ended">${endedIcon}</div>
      <h2 id="ended-heading">${heading}</h2>
      <p id="ended-text">${text}</p>
      <a
        class="button quiet"
        id="ended-back"
        rel="noreferrer"
        ${hrefOf(back)}
        ${back === undefined ? html`hidden` : html``}
        >${ended.back}</a
      >
    </section>
  `;
};

const webAddress = (address: string | null): string | undefined =>
  address !== null && isWebAddress(address) ? address : undefined;

const hrefOf = (address: string | undefined): Markup => (address === undefined ? html`` : html`href="${address}"`);
