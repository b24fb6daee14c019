import type { PixCode } from '../both-sides/payable.ts';
import { html, type Markup } from './html.ts';
import type { Look } from './look.ts';

/**
 * The code as text and as a picture, who is paid by it, and how long it lasts. The text comes first: on a phone nobody can
 * scan the screen they look at.
 */
export const pixCode = ({ texts: { pix } }: Look, code: PixCode | null): Markup => html`
  <p class="receiver">${pix.receiver} <b id="pix-receiver">${code?.receiverName ?? ''}</b></p>
  <label class="code-label" for="pix-code">${pix.codeLabel}</label>
  <input class="code" id="pix-code" readonly spellcheck="false" autocomplete="off" value="${code?.emv ?? ''}" />
  <button class="button" type="button" id="pix-copy">${pix.copy}</button>
  <img class="qr" id="pix-qr" alt="${pix.qrAlt}" width="240" height="240" src="${qrSource(code)}" />
  <ol class="steps">
    ${pix.steps.map((step) => html`<li>${step}</li>`)}
  </ol>
  <p class="validity">${pix.validFor} <b id="pix-countdown"></b></p>
  <p class="waiting"><span class="pulse"></span>${pix.waiting}</p>
`;

/** A picture that is not there yet is one transparent point: an empty address would be asked for. */
const nothing = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';

const qrSource = (code: PixCode | null): string =>
  typeof code?.qrCodeBase64 !== 'string' ? nothing : `data:image/png;base64,${code.qrCodeBase64}`;
