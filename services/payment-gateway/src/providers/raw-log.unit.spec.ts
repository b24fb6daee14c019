import { maskBody } from './raw-log';

describe('what is kept of a body', () => {
  it('has secrets and the payer masked at any depth, and the rest as it was', () => {
    const body = {
      valor: { original: '100.00' },
      devedor: { nome: 'Fulano', cpf: '12345678909' },
      pix: [{ endToEndId: 'E1', infoPagador: 'de Fulano', pagador: { cnpj: '1' } }],
      access_token: 'secret',
      CPF: '12345678909',
    };

    expect(JSON.parse(maskBody(JSON.stringify(body)))).toEqual({
      valor: { original: '100.00' },
      devedor: '***',
      pix: [{ endToEndId: 'E1', infoPagador: '***', pagador: '***' }],
      access_token: '***',
      CPF: '***',
    });
  });

  it('is only its size when it is not JSON', () => {
    expect(maskBody('grant_type=client_credentials&client_secret=s')).toBe('[45 characters, not JSON]');
    expect(maskBody('')).toBe('');
  });

  it('ends somewhere', () => {
    expect(maskBody(JSON.stringify({ text: 'x'.repeat(100_000) }))).toHaveLength(8_192);
  });
});
