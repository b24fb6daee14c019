import { brandStyleOf } from '../both-sides/brand-style.ts';
import { viewOf } from '../both-sides/payable.ts';
import { type Locale } from '../both-sides/locale.ts';
import { documentOf, type AssetLinks } from './document.ts';
import { html, type Markup } from './html.ts';
import { type Look } from './look.ts';
import { merchantHead, supportContact, type Merchant } from './merchant.ts';
import { outcomes, type Outcome, type OutcomeTexts } from './outcomes.ts';

interface PaymentPage {
  readonly look: Look;
  readonly assets: AssetLinks;
  /** The page's address without its language. */
  readonly languageLinks: Readonly<Record<Locale, string>>;
  /** Null where the merchant has not said who they are to payers. */
  readonly merchant: Merchant | null;
  /** Whether no real money is taken here. */
  readonly isTest: boolean;
  readonly isFramed?: boolean;
  readonly outcome: Outcome;
  /** As the payer's language writes it. */
  readonly amount: string;
  readonly description: string | null;
  /** The data for the page's script, by the names in its dataset. */
  readonly data: Markup;
  /** Told where scripts do not run. */
  readonly needsScript: string;
  readonly outcomeTexts: OutcomeTexts;
  /** The view while there is something to pay. */
  readonly pay: Markup;
}

/** A page to pay on, with all its parts; which of them are seen is the script's business once it runs. */
export const paymentPage = (page: PaymentPage): string => {
  const { look, assets, languageLinks, amount } = page;
  const { locale, texts } = look;
  return documentOf({
    locale,
    title: `${texts.title} · ${amount}`,
    assets,
    isPayment: true,
    isFramed: page.isFramed ?? false,
    isTest: page.isTest,
    languageLinks,
    brandStyle: brandStyleOf(page.merchant?.brandColor),
    main: html`
      <main id="checkout" tabindex="-1" data-view="${viewOf(page.outcome.status)}" data-locale="${locale}" ${page.data}>
        ${summary(page)}
        <noscript>
          <div class="notice wait">
            <p>${page.needsScript}</p>
            <p><a href="${languageLinks[locale]}">${texts.reload}</a></p>
          </div>
        </noscript>
        <div class="view view-pay">${page.pay}</div>
        ${outcomes(texts, page.outcomeTexts, page.outcome)} ${supportContact(page.merchant, texts)}
        <p class="unseen" id="announcer" role="status" aria-live="polite"></p>
        <p class="connection" id="connection" hidden>${texts.live.lost}</p>
      </main>
    `,
  });
};

const summary = ({ look: { texts }, amount, description, merchant }: PaymentPage): Markup => html`
  <div class="summary">
    ${merchantHead(merchant, texts)}
    <p class="label" id="amount-label">${texts.payTo}</p>
    <h1 aria-describedby="amount-label">${amount}</h1>
    ${description === null ? html`` : html`<p class="description">${description}</p>`}
    <p class="deadline"><span id="deadline-label">${texts.expiresIn}</span> <b id="deadline"></b></p>
  </div>
`;
