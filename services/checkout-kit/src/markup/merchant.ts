import { type Texts } from '../both-sides/text-shape.ts';
import { filled } from '../both-sides/texts.ts';
import { html, type Markup } from './html.ts';

/** Who is paid, as the merchant wants payers to see them. */
export interface Merchant {
  readonly displayName: string;
  /** A path of the platform's own, since a page loads pictures from nowhere else. */
  readonly logoPath: string | null;
  readonly supportEmail: string | null;
  readonly supportUrl: string | null;
  /** `#rrggbb`, which the page's buttons have; ours where there is none. */
  readonly brandColor?: string | null;
}

/** Stands above the amount. The logo has its box before it has loaded, so nothing moves when it comes. */
export const merchantHead = (merchant: Merchant | null, texts: Texts): Markup =>
  merchant === null
    ? html``
    : html`
        <div class="merchant">
          ${logo(merchant, texts)}
          <p class="merchant-name">${merchant.displayName}</p>
        </div>
      `;

const logo = ({ displayName, logoPath }: Merchant, { merchant }: Texts): Markup =>
  logoPath === null
    ? html``
    : html`<img
        class="logo"
        src="${logoPath}"
        alt="${filled(merchant.logoAlt, { name: displayName })}"
        width="56"
        height="56"
      />`;

/** Whom a payer can ask; nothing where the merchant gave no contact. */
export const supportContact = (merchant: Merchant | null, { merchant: words }: Texts): Markup => {
  if (merchant === null) return html``;
  const { displayName, supportEmail, supportUrl } = merchant;
  if (supportEmail === null && supportUrl === null) return html``;
  return html`
    <footer class="support">
      <p>${filled(words.support, { name: displayName })}</p>
      ${supportEmail === null ? html`` : html`<p><a href="${mailTo(supportEmail)}">${supportEmail}</a></p>`}
      ${supportUrl === null ? html`` : html`<p>${page(supportUrl)}</p>`}
    </footer>
  `;
};

/** In a tab of its own: the page that is being paid on stays, with what was typed. */
const page = (url: string): Markup =>
  html`<a href="${url}" target="_blank" rel="noopener noreferrer">${url.replace('https://', '')}</a>`;

/** A question mark in an address would begin the parameters of the link. */
const mailTo = (address: string): string => `mailto:${encodeURIComponent(address).replace('%40', '@')}`;
