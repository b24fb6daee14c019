import { type CardFault } from './card-faults.ts';

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

/** Every word of the pages. Names in braces are filled in by `filled`. */
export interface Texts {
  readonly title: string;
  readonly payTo: string;
  readonly amountLabel: string;
  readonly expiresIn: string;
  readonly payBy: string;
  /** A moment on a day, of {date} and {time}. */
  readonly until: Readonly<Record<'today' | 'tomorrow' | 'later', string>>;
  readonly secure: string;
  readonly language: string;
  readonly skip: string;
  readonly needsScript: string;
  /** A moment that only the server tells, of {time}. */
  readonly brasiliaTime: string;
  /** On every page of an installation that takes no real money. */
  readonly test: { readonly label: string; readonly text: string };
  /** A link, where no script keeps the page up to date. */
  readonly reload: string;
  readonly merchant: { readonly logoAlt: string; readonly support: string };
  readonly methods: {
    readonly legend: string;
    readonly PIX: string;
    readonly CREDIT_CARD: string;
    readonly INTERNATIONAL: string;
    readonly hintPix: string;
    /** Where the charge allows no method that the page offers. */
    readonly none: string;
    readonly hintCard: string;
    readonly hintCardOnce: string;
    readonly hintInternational: string;
  };
  readonly pix: {
    readonly heading: string;
    readonly intro: string;
    readonly create: string;
    readonly creating: string;
    readonly steps: readonly [string, string, string];
    readonly receiver: string;
    /** Beside the merchant's own name, which the bank does not show. */
    readonly receiverAtBank: string;
    readonly qrAlt: string;
    readonly codeLabel: string;
    readonly copy: string;
    readonly copied: string;
    readonly copyFailed: string;
    readonly validFor: string;
    readonly validUntil: string;
    readonly waiting: string;
    readonly expired: string;
    readonly renew: string;
    readonly underpaid: string;
    readonly pending: string;
  };
  readonly payer: {
    readonly heading: string;
    readonly intro: string;
    readonly name: string;
    readonly email: string;
    readonly document: string;
    readonly submit: string;
    readonly sending: string;
    readonly whatFor: string;
    readonly faults: {
      readonly nameMissing: string;
      readonly emailInvalid: string;
      readonly documentInvalid: string;
    };
  };
  readonly card: {
    readonly heading: string;
    readonly number: string;
    readonly holderName: string;
    readonly holderNameHint: string;
    readonly expiry: string;
    readonly expiryHint: string;
    readonly securityCode: string;
    readonly securityCodeHint: string;
    readonly securityCodeHintAmex: string;
    readonly email: string;
    readonly emailHint: string;
    readonly installments: string;
    readonly once: string;
    readonly parts: string;
    readonly firstPart: string;
    readonly pay: string;
    readonly paying: string;
    readonly brand: string;
    readonly notKept: string;
    readonly save: string;
    readonly keptIfSaved: string;
    readonly faults: Readonly<Record<CardFault, string>>;
  };
  readonly declined: {
    readonly heading: string;
    readonly payByPix: string;
    /** The fact alone. What the payer can do about it depends on whether the same card may be tried again. */
    readonly reasons: Readonly<Record<DeclineCode, string>>;
    readonly nothingCharged: string;
    /** Advice before the same card is tried again: the beginning of `again` and `againByCard`. */
    readonly before: Readonly<Record<DeclineCode, string>>;
    /** The same card may be tried again: {before}, or another card, or PIX where there is PIX. */
    readonly again: string;
    readonly againByCard: string;
    /** The same card may not be tried again. */
    readonly never: string;
    readonly neverByCard: string;
    /** Nothing can be tried any more. */
    readonly over: string;
  };
  readonly international: {
    readonly heading: string;
    readonly intro: string;
    readonly currency: string;
    readonly quote: string;
    readonly quoting: string;
    readonly youPay: string;
    readonly rate: string;
    readonly validFor: string;
    readonly open: string;
    readonly opening: string;
    readonly confirming: string;
    readonly canceled: string;
    readonly failed: string;
    readonly sdkMissing: string;
    readonly expired: string;
    readonly pending: string;
  };
  readonly coins: {
    readonly heading: string;
    readonly network: string;
    readonly exactAmount: string;
    readonly copyAmount: string;
    readonly address: string;
    readonly copyAddress: string;
    readonly memo: string;
    readonly copyMemo: string;
    readonly copied: string;
    readonly copyFailed: string;
    readonly memoNeeded: string;
    readonly onlyThis: string;
    readonly onlyThisCoin: string;
    readonly fees: string;
    readonly qrAlt: string;
    readonly pending: string;
    readonly underpaid: string;
    readonly paidWith: string;
    readonly reference: string;
    readonly needsScript: string;
    readonly processing: ProcessingTexts;
    readonly ended: EndedTexts;
  };
  readonly processing: ProcessingTexts;
  readonly paid: {
    readonly heading: string;
    readonly refunded: string;
    readonly text: string;
    readonly refundedText: string;
    readonly title: string;
    readonly amount: string;
    readonly method: string;
    readonly inCurrency: string;
    readonly receiver: string;
    readonly order: string;
    readonly endToEndId: string;
    readonly print: string;
    readonly card: string;
    readonly date: string;
    readonly reference: string;
    readonly redirecting: string;
    readonly back: string;
    readonly stay: string;
  };
  readonly ended: EndedTexts;
  readonly live: { readonly lost: string; readonly minutesLeft: string; readonly oneMinuteLeft: string };
  readonly problems: {
    readonly network: string;
    readonly unknown: string;
    readonly notPayable: string;
    readonly inProgress: string;
    readonly exhausted: string;
    readonly unavailable: string;
    readonly rejected: string;
    readonly currency: string;
    readonly currencyAmount: string;
    readonly token: string;
    readonly payerDiffers: string;
  };
  readonly invalidLink: { readonly title: string; readonly text: string };
}
