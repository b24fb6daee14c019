import { lastDayOf, limitsOf, linkOf } from './link-form.ts';

describe('the form of a payment link', () => {
  const nothing = { amount: '', usesMax: '', until: '', redirectUrl: '' };

  it('says nothing of what is left empty', () => {
    expect(linkOf({ ...nothing, title: 'Curso', price: 'FIXED', amount: '150,00' })).toEqual({
      ...{ title: 'Curso', currency: 'BRL', amount: '150.00' },
    });
  });

  it('has the limits of an open price, stock, end, methods and page', () => {
    const form = { title: 'Doação', price: 'OPEN', minAmount: '5,00', maxAmount: '50.00', usesMax: '20' };
    const url = 'https://shop.example/thanks';
    expect(linkOf({ ...form, until: '2026-11-30', 'method-PIX': 'on', redirectUrl: url })).toEqual({
      ...{ title: 'Doação', currency: 'BRL', minAmount: '5.00', maxAmount: '50.00', usesMax: 20 },
      ...{ validUntil: '2026-12-01T03:00:00.000Z', allowedMethods: ['PIX'], redirectUrl: url },
    });
  });

  it('has the shares of others, each by its row', () => {
    const rows = {
      ...{ 'recipientEmail-0': 'ana@loja.example', 'kind-0': 'PERCENT', 'value-0': '12,5' },
      ...{ 'recipientEmail-2': 'bia@loja.example', 'kind-2': 'FIXED', 'value-2': '5,00' },
      ...{ 'recipientEmail-3': '', 'kind-3': 'FIXED', 'value-3': '' },
    };
    expect(linkOf({ ...nothing, ...rows, title: 'Curso' }).split).toEqual([
      { recipientEmail: 'ana@loja.example', kind: 'PERCENT', percent: 12.5 },
      { recipientEmail: 'bia@loja.example', kind: 'FIXED', amount: '5.00' },
    ]);
  });

  it('takes limits away where they are emptied', () => {
    expect(limitsOf({ usesMax: '', until: '' })).toEqual({ usesMax: null, validUntil: null });
    expect(limitsOf({ usesMax: '30', until: '2026-11-30' })).toEqual({
      ...{ usesMax: 30, validUntil: '2026-12-01T03:00:00.000Z' },
    });
  });

  it.each([
    [null, undefined],
    ['2026-12-01T03:00:00.000Z', '2026-11-30'],
    ['2026-12-01T02:00:00.000Z', '2026-11-30'],
    ['2026-12-01T15:00:00Z', '2026-12-01'],
  ])('shows the end %j as the day %j', (end, day) => {
    expect(lastDayOf(end)).toBe(day);
  });
});
