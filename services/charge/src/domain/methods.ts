import { type ChargeMethod } from '@repasse/contracts';

/** The facts of a method that decisions read. */
interface MethodRow {
  /** Charged while its payer waits: nothing is offered, and no other attempt may begin before its outcome is certain. */
  readonly settlesAtOnce: boolean;
  /** Needs the payer's card, so a merchant cannot request it by its name alone. */
  readonly needsCard: boolean;
  readonly hasInstallments: boolean;
  /** Its payer pays in another currency, at the price of a quote. */
  readonly needsQuote: boolean;
  /** The reference of its receipts is the end-to-end id, which both banks show. */
  readonly hasEndToEndId: boolean;
}

/** In the order in which the API lists them. */
export const methodRows = {
  PIX: { settlesAtOnce: false, needsCard: false, hasInstallments: false, needsQuote: false, hasEndToEndId: true },
  INTERNATIONAL: {
    settlesAtOnce: false,
    needsCard: false,
    hasInstallments: false,
    needsQuote: true,
    hasEndToEndId: false,
  },
  CREDIT_CARD: { settlesAtOnce: true, needsCard: true, hasInstallments: true, needsQuote: false, hasEndToEndId: false },
} as const satisfies Record<ChargeMethod, MethodRow>;

export const chargeMethods = Object.keys(methodRows) as readonly ChargeMethod[];

/** Instructions for the payer, by method. */
export type Instructions =
  | {
      readonly method: 'PIX';
      readonly emv: string;
      /** The payment's name at the bank. */
      readonly txid: string;
      readonly receiverName: string;
      readonly receiverDocument: string | null;
    }
  | {
      readonly method: 'INTERNATIONAL';
      readonly publicToken: string;
      readonly provider: string;
      readonly mode: 'prod' | 'sandbox';
      readonly checkoutCurrency: string;
      /** In minor units of the checkout currency. */
      readonly amountMinor: number;
    }
  | { readonly method: 'CREDIT_CARD'; readonly brand: string; readonly last4: string; readonly installments: number };

type MethodWith<Fact extends keyof MethodRow> = {
  [M in ChargeMethod]: (typeof methodRows)[M][Fact] extends true ? M : never;
}[ChargeMethod];

/** A method that a request by name alone can use. */
export type NamedMethod = Exclude<ChargeMethod, MethodWith<'needsCard'>>;

const isChargeMethod = (text: string | undefined): text is ChargeMethod =>
  text !== undefined && Object.hasOwn(methodRows, text);

export const isNamedMethod = (text: string | undefined): text is NamedMethod =>
  isChargeMethod(text) && !methodRows[text].needsCard;

/** Whether a text names a method that has the fact. */
export const isMethodWith = (fact: keyof MethodRow, text: string | undefined): boolean =>
  isChargeMethod(text) && methodRows[text][fact];

export const namedMethods = chargeMethods.filter(isNamedMethod);

/** The names of the methods that have a fact, for texts. */
export const namesOf = (fact: keyof MethodRow): string =>
  chargeMethods.filter((method) => methodRows[method][fact]).join(' or ');
