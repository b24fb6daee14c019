import { shapeOf } from './shape-of.ts';

const ulid = '01KAJ2E8V4N7Q0S6T3W9X5Y1Z2';

describe('shapeOf', () => {
  it.each([
    ['a charge', `ch_${ulid}`, { kind: 'screen', to: `/charges/ch_${ulid}`, search: {} }],
    ['an event', `msg_${ulid}`, { kind: 'screen', to: '/events', search: { event: `msg_${ulid}` } }],
    ['an endpoint', `we_${ulid}`, { kind: 'screen', to: `/endpoints/we_${ulid}`, search: {} }],
    ['a delivery', `del_${ulid}`, { kind: 'delivery', id: `del_${ulid}` }],
    ['a dispute', `dsp_${ulid}`, { kind: 'dispute', id: `dsp_${ulid}` }],
    ['a payout', `wd_${ulid}`, { kind: 'withdrawal', id: `wd_${ulid}` }],
  ])('knows %s by its id', (_what, typed, shape) => {
    expect(shapeOf(typed)).toEqual(shape);
    expect(shapeOf(`  ${typed.toLowerCase()}\n`)).toEqual(shape);
  });

  it.each(['att', 'pay', 're'])('finds %s_ by its charge', (prefix) => {
    expect(shapeOf(`${prefix}_${ulid}`)).toMatchObject({ kind: 'words', query: `${prefix}_${ulid}` });
  });

  it.each([
    ['an e-mail', 'ana@padaria.example', { email: 'ana@padaria.example' }],
    ['a CPF', '529.982.247-25', { document: '529.982.247-25' }],
    ['a CPF without points', '52998224725', { document: '52998224725' }],
    ['a CNPJ', '11.222.333/0001-81', { document: '11.222.333/0001-81' }],
    ['a CNPJ with letters', '12ABC34501DE35', { document: '12ABC34501DE35' }],
    ['a name', 'Padaria São João', { name: 'Padaria São João' }],
    ['an id cut short', 'ch_01KAJ2', { name: 'ch_01KAJ2' }],
  ])('looks for a seller by %s', (_what, query, seller) => {
    expect(shapeOf(query)).toEqual({ kind: 'words', query, seller });
  });

  it.each(['', '   ', 'a'])('has nothing to look for in %p', (typed) => {
    expect(shapeOf(typed)).toEqual({ kind: 'nothing' });
  });
});
