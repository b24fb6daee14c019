import { type CardBrand } from '../card';

/** Why a card was declined, in words that are the same for every acquirer (`Decline` in the OpenAPI document). */
export type DeclineCode =
  | 'insufficient_funds'
  | 'card_expired'
  | 'card_blocked'
  | 'card_canceled'
  | 'invalid_card'
  | 'invalid_security_code'
  | 'limit_exceeded'
  | 'suspected_fraud'
  | 'issuer_unavailable'
  | 'not_permitted'
  | 'declined';

export interface Decline {
  readonly declineCode: DeclineCode;
  /** Whether the same card may be tried again; schemes fine repeats that are not allowed. */
  readonly isRetryable: boolean;
}

/**
 * The meaning of an issuer's code, by ABECS (normativo 21) and Cielo's additions. The same code means different things
 * to different schemes, so the brand is part of the key. An unlisted code may not be repeated.
 */
export const declineOf = (brand: CardBrand, returnCode: string, merchantAdviceCode?: string): Decline => {
  const code = returnCode.trim().toUpperCase();
  const decline = byBrand[brand]?.[code] ?? retryable.get(code) ?? final.get(code) ?? unlisted;
  return isForbidden(merchantAdviceCode) ? { ...decline, isRetryable: false } : decline;
};

const unlisted: Decline = { declineCode: 'declined', isRetryable: false };

/** Mastercard's advice to the merchant: never try again, whatever the code says. */
const forbiddingAdvice = new Set(['03', '21', '40', '41']);
const isForbidden = (advice: string | undefined): boolean =>
  advice !== undefined && forbiddingAdvice.has(advice.padStart(2, '0'));

type Codes = Readonly<Partial<Record<DeclineCode, string>>>;

const expanded = (codes: Codes, isRetryable: boolean): ReadonlyMap<string, Decline> =>
  new Map(
    Object.entries(codes).flatMap(([declineCode, list]) =>
      list.split(' ').map((code) => [code, { declineCode: declineCode as DeclineCode, isRetryable }] as const),
    ),
  );

/** May be tried again, at once or later. */
const retryable = expanded(
  {
    insufficient_funds: '51',
    limit_exceeded: '61 65 N4 BL DM',
    suspected_fraud: '59',
    card_blocked: '62 78',
    invalid_security_code: '63',
    issuer_unavailable: '91 96 98 99 999 AA',
    // Debit card where credit was asked for, or the reverse.
    not_permitted: '39 52 53 AB AC',
    declined: '05 38 55 60 67 70 75 86 89 AV DS EK NR P6 RP',
  },
  true,
);

/** Never again with this card. */
const final = expanded(
  {
    card_expired: '54',
    card_canceled: '46 77',
    card_blocked: '04 41 43',
    invalid_card: '14 15 56 82 83',
    invalid_security_code: 'N7',
    suspected_fraud: '07',
    not_permitted: '03 12 13 23 57 58 64 76 93 N3 N8',
    declined: '06 19 30 6P 74 81 88 92 94 FM P5 R0 R1 R2 R3',
  },
  false,
);

const again = (declineCode: DeclineCode): Decline => ({ declineCode, isRetryable: true });
const never = (declineCode: DeclineCode): Decline => ({ declineCode, isRetryable: false });

/** Where a scheme differs from the rest. */
const byBrand: Readonly<Partial<Record<CardBrand, Readonly<Record<string, Decline>>>>> = {
  ELO: {
    '04': again('declined'),
    '06': again('declined'),
    '39': never('not_permitted'),
    '52': never('not_permitted'),
    '53': never('not_permitted'),
    '57': never('suspected_fraud'),
    // Both a temporary block and a domestic card abroad; the stricter of the two.
    '62': never('card_blocked'),
    '63': never('invalid_security_code'),
    AB: never('not_permitted'),
    AC: never('not_permitted'),
  },
  MASTERCARD: {
    '04': never('suspected_fraud'),
    // The temporary block that others report as 62.
    '57': again('card_blocked'),
    '62': never('not_permitted'),
  },
  HIPERCARD: { '57': again('card_blocked') },
  AMEX: Object.fromEntries([
    ...['FA', 'A1', 'A4', 'A5', 'A6', 'AE'].map((code) => [code, again('declined')] as const),
    ...['8', 'A2', 'A3', 'A7', 'BV', 'DA', 'FD', 'JB'].map((code) => [code, never('declined')] as const),
  ]),
};
