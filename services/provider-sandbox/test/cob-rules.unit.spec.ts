import { isChave, isTxid, readTerms } from '../src/providers/pix/cob-rules';

const body = {
  calendario: { expiracao: 3_600 },
  valor: { original: '37.00' },
  chave: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
};
const properties = (given: unknown) => {
  const reading = readTerms(given);
  return 'violations' in reading ? reading.violations.map(({ propriedade }) => propriedade) : [];
};

describe('the terms of a charge', () => {
  it('takes the example of the standard', () => {
    const full = {
      ...body,
      devedor: { cpf: '12345678909', nome: 'Fulano' },
      solicitacaoPagador: 'Pedido 42',
      infoAdicionais: [{ nome: 'pedido', valor: '42' }],
    };

    expect(readTerms(full)).toEqual({ terms: full });
  });

  it('lets a charge live for a day unless said otherwise', () => {
    expect(readTerms({ ...body, calendario: {} })).toMatchObject({ terms: { calendario: { expiracao: 86_400 } } });
  });

  it('keeps what a revision does not mention', () => {
    const current = { ...body, solicitacaoPagador: 'Pedido 42' };

    expect(readTerms({ valor: { original: '38.00' } }, current)).toEqual({
      terms: { ...current, valor: { original: '38.00' } },
    });
  });

  it.each<[string, object, string]>([
    ['a numeric valor', { valor: { original: 37 } }, 'cob.valor.original'],
    ['one decimal', { valor: { original: '37.0' } }, 'cob.valor.original'],
    ['eleven digits', { valor: { original: '12345678901.00' } }, 'cob.valor.original'],
    ['zero', { valor: { original: '0.00' } }, 'cob.valor.original'],
    ['no life at all', { calendario: { expiracao: 0 } }, 'cob.calendario.expiracao'],
    ['half a second', { calendario: { expiracao: 0.5 } }, 'cob.calendario.expiracao'],
    ['a text for seconds', { calendario: { expiracao: '3600' } }, 'cob.calendario.expiracao'],
    ['no calendar', { calendario: undefined }, 'cob.calendario'],
    ['a key of no form', { chave: 'nobody' }, 'cob.chave'],
    ['a long key', { chave: `${'a'.repeat(70)}@example.com` }, 'cob.chave'],
    [
      'a debtor with both documents',
      { devedor: { cpf: '12345678909', cnpj: '12345678000195', nome: 'A' } },
      'cob.devedor',
    ],
    ['a debtor without a name', { devedor: { cpf: '12345678909' } }, 'cob.devedor'],
    ['a long message', { solicitacaoPagador: 'x'.repeat(141) }, 'cob.solicitacaoPagador'],
    ['too much information', { infoAdicionais: Array(51).fill({ nome: 'a', valor: 'b' }) }, 'cob.infoAdicionais'],
  ])('refuses %s', (_what, change, property) => {
    expect(properties({ ...body, ...change })).toEqual([property]);
  });

  it('names everything that is wrong at once', () => {
    expect(properties({})).toEqual(['cob.calendario', 'cob.valor.original', 'cob.chave']);
  });
});

describe('identifiers', () => {
  it.each(['x'.repeat(26), 'X9'.repeat(17)])('takes the txid %s', (txid) => {
    expect(isTxid(txid)).toBe(true);
  });

  it.each(['x'.repeat(25), 'x'.repeat(36), `${'x'.repeat(25)}-`])('refuses the txid %s', (txid) => {
    expect(isTxid(txid)).toBe(false);
  });

  it.each(['12345678909', '12ABC34501DE35', '+5561912345678', 'fulano@example.com'])('takes the key %s', (key) => {
    expect(isChave(key)).toBe(true);
  });
});
