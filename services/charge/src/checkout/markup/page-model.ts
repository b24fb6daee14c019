import type { CheckoutMethod, CheckoutState } from '../both-sides/checkout-state';
import type { Locale } from '@repasse/checkout-kit/both-sides/locale';
import type { AssetLinks } from '@repasse/checkout-kit/markup/document';
import type { Look } from '@repasse/checkout-kit/markup/look';

/** Everything the page shows when it arrives. */
export interface PageModel {
  readonly state: CheckoutState;
  readonly look: Look;
  /** What is left to pay, in cents. */
  readonly dueMinor: number;
  /** The one whose panel is open at first. */
  readonly chosen: CheckoutMethod | undefined;
  readonly currencies: readonly string[];
  /** Whether the payer is asked if the card is to be saved. */
  readonly canSaveCard: boolean;
  /** The payer as the merchant named them in the request; null when the payer is to be asked. */
  readonly payer: { readonly name: string | null; readonly email: string | null };
  readonly sdkUrl: string;
  readonly assets: AssetLinks;
  /** The page's address without its language. */
  readonly languageLinks: Readonly<Record<Locale, string>>;
}
