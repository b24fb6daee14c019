import { lookOf } from '@repasse/checkout-kit/markup/look';
import { cardHint, remainderText } from './remainder';

const part = { grossAmount: '150.00', dueAmount: '90.00', currency: 'BRL' };

describe('what is left to pay', () => {
  it('is said with what has come', () => {
    expect(remainderText(part, lookOf('pt'))).toBe('Recebemos R$\u00a060,00. Falta pagar R$\u00a090,00.');
    expect(remainderText(part, lookOf('en'))).toBe('We received R$60.00. R$90.00 is left to pay.');
  });

  it('is not said while it is the whole', () => {
    expect(remainderText({ ...part, dueAmount: '150.00' }, lookOf('pt'))).toBeNull();
  });

  it('is divided into as many parts as it is worth', () => {
    expect(cardHint({ ...part, installmentsMax: 12 }, lookOf('en'))).toContain('12 instalments');
    expect(cardHint({ ...part, dueAmount: '10.00', installmentsMax: 12 }, lookOf('en'))).toContain('2 instalments');
  });

  it.each([
    ['the charge allows no instalments', { installmentsMax: 1 }],
    ['it is worth one part alone', { dueAmount: '9.99', installmentsMax: 12 }],
  ])('is paid at once where %s', (_what, over) => {
    expect(cardHint({ ...part, ...over }, lookOf('pt'))).toBe('À vista');
  });
});
