import { type CheckoutMethod, type CheckoutState } from '../both-sides/checkout-state';
import { type Merchant } from '@repasse/checkout-kit/markup/merchant';
import { type Visit } from '@repasse/checkout-kit/server/get-page';

/** Everything the page shows when it arrives. */
export interface PageModel extends Visit {
  readonly state: CheckoutState;
  /** The amount left to pay, in cents. */
  readonly dueMinor: number;
  /** The method whose panel is open at first. */
  readonly chosen: CheckoutMethod | undefined;
  readonly currencies: readonly string[];
  /** Whether the payer is asked if the card is to be saved. */
  readonly canSaveCard: boolean;
  /** The payer as the merchant named them in the request; null when the payer is to be asked. */
  readonly payer: { readonly name: string | null; readonly email: string | null };
  readonly sdkUrl: string;
  /** Who is paid; null where the merchant has not said. */
  readonly merchant: Merchant | null;
  /** The origins whose pages may have it in a frame; none where it is a page of its own. */
  readonly frameOrigins: readonly string[];
}
