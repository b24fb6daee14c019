/** Opaque to callers, so that what a page is ordered by can change without breaking them. */
export const writeCursor = (cardToken: string): string => Buffer.from(cardToken).toString('base64url');

/** Undefined for no cursor, and for a text that is none of ours. */
export const readCursor = (cursor: string | undefined): string | undefined =>
  /^card_[0-9A-HJKMNP-TV-Z]{26}$/.exec(Buffer.from(cursor ?? '', 'base64url').toString())?.[0];
