import type { CheckoutMethod, CheckoutState } from '../both-sides/checkout-state';
import type { Locale } from '../both-sides/locale';
import type { Texts } from '../both-sides/text-shape';

/** Everything the page shows when it arrives. */
export interface PageModel {
  readonly state: CheckoutState;
  readonly locale: Locale;
  readonly texts: Texts;
  /** What is left to pay, in cents. */
  readonly dueMinor: number;
  /** As the payer's language writes it. */
  readonly money: (amount: string, currency: string) => string;
  readonly methods: readonly CheckoutMethod[];
  /** The one whose panel is open at first. */
  readonly chosen: CheckoutMethod | undefined;
  readonly currencies: readonly string[];
  /** What the merchant said of the payer; empty when the payer is to be asked. */
  readonly payer: { readonly name: string | null; readonly email: string | null };
  readonly sdkUrl: string;
  readonly assets: AssetLinks;
  /** The page's address without its language. */
  readonly languageLinks: Readonly<Record<Locale, string>>;
}

/** Where the browser finds the page's own files. */
export interface AssetLinks {
  readonly styles: readonly string[];
  readonly entry: string;
  /** Modules the entry needs, so that the browser need not find out one after the other. */
  readonly preloads: readonly string[];
}
