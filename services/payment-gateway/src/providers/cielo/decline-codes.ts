import { type Decline } from '../../payments/domain/decline';
import { type CardBrand } from '../card';
import { type DeclineTable, declineTable } from '../wire/decline-table';

/**
 * The meaning of an issuer's code, by ABECS (normativo 21) and Cielo's additions. The same code means different things
 * to different schemes, so the brand is part of the key. An unlisted code may not be repeated.
 */
export const declineOf = (brand: CardBrand, returnCode: string, merchantAdviceCode?: string): Decline => {
  const code = returnCode.trim().toUpperCase();
  const decline = byBrand[brand]?.get(code) ?? ofAllBrands.get(code) ?? unlisted;
  return isForbidden(merchantAdviceCode) ? { ...decline, isRetryable: false } : decline;
};

const unlisted: Decline = { declineCode: 'declined', isRetryable: false };

/** Mastercard's advice to the merchant: never try again, whatever the code says. */
const forbiddingAdvice = new Set(['03', '21', '40', '41']);
const isForbidden = (advice: string | undefined): boolean =>
  advice !== undefined && forbiddingAdvice.has(advice.padStart(2, '0'));

const ofAllBrands = declineTable({
  again: {
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
  never: {
    card_expired: '54',
    card_canceled: '46 77',
    card_blocked: '04 41 43',
    invalid_card: '14 15 56 82 83',
    invalid_security_code: 'N7',
    suspected_fraud: '07',
    not_permitted: '03 12 13 23 57 58 64 76 93 N3 N8',
    declined: '06 19 30 6P 74 81 88 92 94 FM P5 R0 R1 R2 R3',
  },
});

/** Where a scheme differs from the rest. */
const byBrand: Readonly<Partial<Record<CardBrand, DeclineTable>>> = {
  ELO: declineTable({
    again: { declined: '04 06' },
    never: {
      not_permitted: '39 52 53 AB AC',
      suspected_fraud: '57',
      // Both a temporary block and a domestic card abroad; the stricter of the two.
      card_blocked: '62',
      invalid_security_code: '63',
    },
  }),
  MASTERCARD: declineTable({
    // The temporary block that others report as 62.
    again: { card_blocked: '57' },
    never: { suspected_fraud: '04', not_permitted: '62' },
  }),
  HIPERCARD: declineTable({ again: { card_blocked: '57' } }),
  AMEX: declineTable({ again: { declined: 'FA A1 A4 A5 A6 AE' }, never: { declined: '8 A2 A3 A7 BV DA FD JB' } }),
};
