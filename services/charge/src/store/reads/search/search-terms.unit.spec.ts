import { searchTermsOf } from './search-terms';

const ulid = '01KAJ2E8V4N7Q0S6T3W9X5Y1Z2';
const transfer = 'E60746948202611211203a1b2C3D4E5F';

describe('the meanings of a searched text', () => {
  it.each([
    [`ch_${ulid}`, { charge: `ch_${ulid}` }],
    [` ATT_${ulid.toLowerCase()} `, { attempt: `att_${ulid}` }],
    [`pay_${ulid}`, { attempt: `att_${ulid}` }],
    [`re_${ulid}`, { refund: `re_${ulid}` }],
    [transfer, { transfer }],
    ['Ana@Example.com', { reference: 'Ana@Example.com', email: 'ana@example.com' }],
    ['529.982.247-25', { reference: '529.982.247-25', document: '52998224725' }],
    ['12.ABC.345/01DE-35', { reference: '12.ABC.345/01DE-35', document: '12ABC34501DE35' }],
    ['52998224724', { reference: '52998224724', invoice: '52998224724' }],
    ['1111', { reference: '1111', invoice: '1111', last4: '1111' }],
    ['50001', { reference: '50001', invoice: '50001' }],
    ['José da Silva', { reference: 'José da Silva', name: 'José da Silva' }],
    ['order-4711', { reference: 'order-4711', name: 'order-4711' }],
    [`stl_${ulid}`, { reference: `stl_${ulid}`, name: `stl_${ulid}` }],
    ['9'.repeat(30), { reference: '9'.repeat(30) }],
  ])('%s', (text, meanings) => {
    expect(Object.fromEntries(searchTermsOf(text).map(({ kind, value }) => [kind, value]))).toEqual(meanings);
  });
});
