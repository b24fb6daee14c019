import { type portuguese } from './texts-pt.ts';

/** The reasons for which our acquirers decline, as the contracts list them. */
export const declineCodes = [
  'insufficient_funds',
  'card_expired',
  'card_blocked',
  'card_canceled',
  'invalid_card',
  'invalid_security_code',
  'limit_exceeded',
  'suspected_fraud',
  'issuer_unavailable',
  'not_permitted',
  'declined',
] as const;
export type DeclineCode = (typeof declineCodes)[number];

/** While what was paid is not confirmed. */
export interface ProcessingTexts {
  readonly heading: string;
  readonly text: string;
  readonly stay: string;
}

/** When nothing can be paid any more. */
export interface EndedTexts {
  readonly expired: string;
  readonly expiredText: string;
  /** Where less than the whole has come by then. */
  readonly expiredInPartText: string;
  readonly canceled: string;
  readonly canceledText: string;
  readonly failed: string;
  readonly failedText: string;
  readonly back: string;
}

export type Texts = typeof portuguese;
