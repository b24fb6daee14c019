/**
 * The types of `<repasse-pix>`, for a shop's page. `import '@repasse/sdk/pix-element'` defines the element in a browser; its
 * attributes are `src`, the `checkoutUrl` of a charge, and `lang`. What it tells is for the eyes of the payer: deliver by the
 * webhook.
 */
export interface RepassePixElement extends HTMLElement {
  addEventListener<T extends keyof RepassePixEvents>(
    type: T,
    listener: (event: RepassePixEvents[T]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

export interface RepassePixEvents {
  /** The payer sees that the charge is paid. */
  readonly paid: CustomEvent<{ readonly chargeId: string }>;
  /** Its time is over; money that was on its way may still come. */
  readonly expired: CustomEvent<{ readonly chargeId: string }>;
  readonly error: CustomEvent<{ readonly code: RepassePixError; readonly chargeId?: string }>;
}

/**
 * `invalid_src`: the address is not that of a charge's checkout. `not_shown`: the page did not answer, most often because
 * the shop's origin is not in the merchant's profile. `not_by_pix`: the charge takes no PIX. The others are its status.
 */
export type RepassePixError = 'invalid_src' | 'not_shown' | 'not_by_pix' | 'canceled' | 'failed';

declare global {
  interface HTMLElementTagNameMap {
    'repasse-pix': RepassePixElement;
  }
}
