import { type CardBrand } from '../card';
import { declineOf } from './decline-codes';

const of = (brand: CardBrand, code: string, advice?: string): string => {
  const { declineCode, isRetryable } = declineOf(brand, code, advice);
  return `${declineCode}${isRetryable ? ', again' : ''}`;
};

describe('a decline', () => {
  it.each<[string, string]>([
    ['51', 'insufficient_funds, again'],
    ['05', 'declined, again'],
    ['61', 'limit_exceeded, again'],
    ['91', 'issuer_unavailable, again'],
    ['99', 'issuer_unavailable, again'],
    ['78', 'card_blocked, again'],
    ['59', 'suspected_fraud, again'],
    ['54', 'card_expired'],
    ['77', 'card_canceled'],
    ['14', 'invalid_card'],
    ['43', 'card_blocked'],
    ['R1', 'declined'],
    ['p5', 'declined'],
  ])('with code %s is, for every brand, %s', (code, expected) => {
    for (const brand of ['VISA', 'MASTERCARD', 'ELO', 'HIPERCARD'] as const) expect(of(brand, code)).toBe(expected);
  });

  it.each<[string, CardBrand, string]>([
    ['57', 'VISA', 'not_permitted'],
    ['57', 'ELO', 'suspected_fraud'],
    ['57', 'MASTERCARD', 'card_blocked, again'],
    ['57', 'HIPERCARD', 'card_blocked, again'],
    ['04', 'ELO', 'declined, again'],
    ['04', 'VISA', 'card_blocked'],
    ['04', 'MASTERCARD', 'suspected_fraud'],
    ['06', 'ELO', 'declined, again'],
    ['06', 'VISA', 'declined'],
    ['63', 'ELO', 'invalid_security_code'],
    ['63', 'MASTERCARD', 'invalid_security_code, again'],
    ['N7', 'VISA', 'invalid_security_code'],
    ['62', 'VISA', 'card_blocked, again'],
    ['62', 'ELO', 'card_blocked'],
    ['62', 'MASTERCARD', 'not_permitted'],
    ['AC', 'VISA', 'not_permitted, again'],
    ['AC', 'ELO', 'not_permitted'],
    ['A4', 'AMEX', 'declined, again'],
    ['A2', 'AMEX', 'declined'],
  ])('with code %s means to %s: %s', (code, brand, expected) => {
    expect(of(brand, code)).toBe(expected);
  });

  it('with an unlisted code may not be repeated', () => {
    expect(of('VISA', 'ZZ')).toBe('declined');
    expect(of('VISA', '')).toBe('declined');
  });

  it.each(['03', '3', '21', '40', '41'])('is final when the scheme advises so (%s)', (advice) => {
    expect(of('MASTERCARD', '51', advice)).toBe('insufficient_funds');
  });

  it('stays as it is under any other advice', () => {
    expect(of('MASTERCARD', '51', '02')).toBe('insufficient_funds, again');
  });
});
