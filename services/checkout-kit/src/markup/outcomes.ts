import type { EndedTexts, ProcessingTexts, Texts } from '../both-sides/text-shape.ts';
import { html, type Markup } from './html.ts';
import { doneIcon, endedIcon } from './icons.ts';

export interface OutcomeTexts {
  readonly processing: ProcessingTexts;
  readonly ended: EndedTexts;
}

/** The views of a page on which the payer can only wait, or has nothing to do. */
export const outcomes = ({ paid }: Texts, { processing, ended }: OutcomeTexts): Markup => html`
  <section class="view view-processing outcome card" tabindex="-1" aria-labelledby="processing-heading">
    <div class="spinner"></div>
    <h2 id="processing-heading">${processing.heading}</h2>
    <p>${processing.text}</p>
    <p class="strong">${processing.stay}</p>
  </section>
  <section class="view view-paid outcome card" tabindex="-1" aria-labelledby="paid-heading">
    <div class="mark">${doneIcon}</div>
    <h2 id="paid-heading">${paid.heading}</h2>
    <p id="paid-text"></p>
    <dl class="facts">
      <div id="paid-method-row">
        <dt>${paid.method}</dt>
        <dd id="paid-method"></dd>
      </div>
      <div id="paid-date-row">
        <dt>${paid.date}</dt>
        <dd id="paid-date"></dd>
      </div>
      <div>
        <dt>${paid.reference}</dt>
        <dd id="paid-reference"></dd>
      </div>
    </dl>
    <div id="paid-redirect" hidden>
      <a class="button" id="paid-back" rel="noreferrer">${paid.back}</a>
      <p class="small" id="paid-countdown" hidden></p>
      <button class="button quiet" type="button" id="paid-stay" hidden>${paid.stay}</button>
    </div>
  </section>
  <section class="view view-ended outcome card" tabindex="-1" aria-labelledby="ended-heading">
    <div class="mark ended">${endedIcon}</div>
    <h2 id="ended-heading">${ended.expired}</h2>
    <p id="ended-text">${ended.expiredText}</p>
    <a class="button quiet" id="ended-back" rel="noreferrer" hidden>${ended.back}</a>
  </section>
`;
