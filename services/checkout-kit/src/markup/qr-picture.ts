import { pngSource } from '../both-sides/png-source.ts';
import { html, type Markup } from './html.ts';

/** A QR code as a PNG in base64; null while there is none. */
export const qrPicture = (id: string, alt: string, base64: string | null): Markup =>
  html`<img class="qr" id="${id}" alt="${alt}" width="240" height="240" src="${pngSource(base64)}" />`;
