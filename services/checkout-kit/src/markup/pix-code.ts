import { type PixCode } from '../both-sides/payable.ts';
import { copyField } from './copy-field.ts';
import { html, type Markup } from './html.ts';
import { type Look } from './look.ts';
import { qrPicture } from './qr-picture.ts';

/**
 * The code as text and as a picture, its receiver and its expiry. Where the page names the merchant, it also says that the
 * bank will show another name, so that the payer does not stop there. The text comes first: a payer cannot scan the screen
 * of their own phone.
 */
export const pixCode = (
  { texts: { pix }, timeText }: Look,
  code: PixCode | null,
  { isMerchantNamed }: { readonly isMerchantNamed: boolean },
): Markup => html`
  <p class="receiver">
    ${isMerchantNamed ? pix.receiverAtBank : pix.receiver} <b id="pix-receiver">${code?.receiverName ?? ''}</b>
  </p>
  ${copyField({
    ...{ field: 'pix-code', button: 'pix-copy', label: pix.codeLabel, copy: pix.copy },
    value: code?.emv ?? '',
  })}
  ${qrPicture('pix-qr', pix.qrAlt, code?.qrCodeBase64 ?? null)}
  <ol class="steps">
    ${pix.steps.map((step) => html`<li>${step}</li>`)}
  </ol>
  <p class="validity">
    <span id="pix-validity-label">${pix.validUntil}</span>
    <b id="pix-validity">${code === null ? '' : timeText(code.expiresAt)}</b>
  </p>
  <p class="waiting"><span class="pulse"></span>${pix.waiting}</p>
`;
