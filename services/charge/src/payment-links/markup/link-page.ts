import { filled } from '@repasse/checkout-kit/both-sides/texts';
import { documentOf, type AssetLinks } from '@repasse/checkout-kit/markup/document';
import { html, type Markup } from '@repasse/checkout-kit/markup/html';
import { endedIcon } from '@repasse/checkout-kit/markup/icons';
import { type Look } from '@repasse/checkout-kit/markup/look';
import { merchantHead, supportContact } from '@repasse/checkout-kit/markup/merchant';
import { formatMinor } from '@repasse/values/money';
import { chargeCurrency } from '../../domain/charge.terms';
import { type LinkStatus } from '../link';
import { type PayableLink } from '../store/find-payable-link';
import { linkTextsFor } from './link-texts';

export interface LinkVisit {
  readonly look: Look;
  readonly assets: AssetLinks;
  readonly isTest: boolean;
}

export interface FormState {
  readonly formToken: string;
  /** The text the payer typed, which the link does not take; undefined on a first visit. */
  readonly refused?: string;
}

/** The page of a link that payers can go on from. It needs no script: its form is one of plain HTML. */
export const linkPage = (visit: LinkVisit, link: PayableLink, form: FormState): string => {
  const { look } = visit;
  const price = link.amount_minor === null ? html`` : html`<p class="strong">${moneyOf(look, link.amount_minor)}</p>`;
  return documentFor(
    visit,
    link.title,
    html`
      <main id="checkout" tabindex="-1">
        <div class="summary">
          ${merchantHead(link.merchant_profile, look.texts)}
          <h1>${link.title}</h1>
          ${price}
        </div>
        <form class="card" method="post">
          <input type="hidden" name="formToken" value="${form.formToken}" />
          ${link.amount_minor === null ? amountField(look, link, form) : html``}
          <button class="button" type="submit">${linkTextsFor(look.locale).goOn}</button>
        </form>
        ${supportContact(link.merchant_profile, look.texts)}
      </main>
    `,
  );
};

/** Why nobody can pay by the link, or that there is none. */
export const noLinkPage = (
  visit: LinkVisit,
  status: Exclude<LinkStatus, 'OPEN'> | undefined,
  link: PayableLink | undefined,
): string => {
  const { look } = visit;
  const texts = linkTextsFor(look.locale);
  const { title, text } = status === undefined ? texts.missing : texts.endings[status];
  const merchant = link?.merchant_profile ?? null;
  return documentFor(
    visit,
    title,
    html`
      <main id="checkout" tabindex="-1">
        ${merchantHead(merchant, look.texts)}
        <section class="outcome card">
          <div class="mark ended">${endedIcon}</div>
          <h1 class="invalid">${title}</h1>
          <p>${text}</p>
        </section>
        ${supportContact(merchant, look.texts)}
      </main>
    `,
  );
};

const amountField = (look: Look, { min_minor, max_minor }: PayableLink, { refused }: FormState): Markup => {
  const texts = linkTextsFor(look.locale);
  const limits = { min: moneyOf(look, min_minor ?? 0), max: moneyOf(look, max_minor ?? 0) };
  const isRefused = refused !== undefined;
  return html`
    <div class="field">
      <label for="link-amount">${texts.amount}</label>
      <input
        id="link-amount"
        name="amount"
        inputmode="decimal"
        autocomplete="off"
        maxlength="20"
        required
        value="${refused ?? ''}"
        aria-describedby="link-amount-hint link-amount-fault"
        ${isRefused ? html`aria-invalid="true"` : html``}
      />
      <p class="hint" id="link-amount-hint">${filled(texts.between, limits)}</p>
      <p class="fault" id="link-amount-fault" role="alert">${isRefused ? filled(texts.fault, limits) : ''}</p>
    </div>
  `;
};

const moneyOf = (look: Look, minor: number): string => look.money(formatMinor(minor), chargeCurrency);

const documentFor = ({ look, assets, isTest }: LinkVisit, title: string, main: Markup): string =>
  documentOf({
    ...{ locale: look.locale, title, assets, isTest, main },
    isPayment: false,
    languageLinks: { pt: '?lang=pt', en: '?lang=en' },
  });
