import { type OfferRequest, type Payer } from '../provider';
import { cobRequest, paymentIdOf, txidOf } from './requests';

const now = new Date('2026-11-21T12:00:00.000Z');
const key = 'pix@example.com';

const request = (payer: Payer | null, terms: Partial<OfferRequest['terms']> = {}): OfferRequest => ({
  facts: {
    paymentId: 'pay_01KAJ2E8V4N7Q0S6T3W9X5Y1Z2',
    invoiceId: 1,
    userId: 1,
    chargeId: null,
    attemptId: null,
    paymentMethod: 'PIX',
    amountMinor: 1,
    currency: 'BRL',
    provider: 'PIX_BCB',
    fx: null,
    installments: null,
  },
  terms: {
    externalReference: null,
    description: null,
    payerMessage: null,
    additionalInfo: [],
    statementDescriptor: null,
    redirectUrl: null,
    card: null,
    expiresAt: '2026-11-21T13:00:00.000Z',
    ...terms,
  },
  payer,
  isRepeat: false,
});

describe('the txid', () => {
  it('is the payment’s ULID, which the standard takes', () => {
    const txid = txidOf({ paymentId: 'pay_01KAJ2E8V4N7Q0S6T3W9X5Y1Z2' });

    expect(txid).toMatch(/^[a-zA-Z0-9]{26,35}$/);
    expect(paymentIdOf(txid)).toBe('pay_01KAJ2E8V4N7Q0S6T3W9X5Y1Z2');
  });

  it.each([
    '',
    'PEDIDO123',
    '7978c0c97ea847e78e8849634473c1f1',
    '01KAJ2E8V4N7Q0S6T3W9X5Y1ZI',
    '91KAJ2E8V4N7Q0S6T3W9X5Y1Z2',
  ])('that is %p belongs to no payment of ours', (txid) => {
    expect(paymentIdOf(txid)).toBeUndefined();
  });
});

describe('the charge the bank is asked for', () => {
  it('says only what it must when nothing else is known', () => {
    expect(cobRequest(request(null), key, now)).toEqual({
      calendario: { expiracao: 3_600 },
      valor: { original: '0.01' },
      chave: key,
    });
  });

  it.each([
    ['a part of a second', '2026-11-21T12:00:10.001Z', 11],
    ['an end that has passed', '2026-11-21T11:00:00.000Z', 1],
  ])('rounds %s up', (_, expiresAt, expiracao) => {
    expect(cobRequest(request(null, { expiresAt }), key, now).calendario).toEqual({ expiracao });
  });

  it.each([
    ['a CPF', { name: ' Fulano ', document: '123.456.789-09' }, { nome: 'Fulano', cpf: '12345678909' }],
    ['a CNPJ', { name: 'Loja', document: '12345678000195' }, { nome: 'Loja', cnpj: '12345678000195' }],
    ['a CNPJ with letters', { name: 'Loja', document: '12abc34501de35' }, { nome: 'Loja', cnpj: '12ABC34501DE35' }],
    ['no document', { name: 'Fulano', document: null }, undefined],
    ['no name', { name: null, document: '12345678909' }, undefined],
    ['a document of another kind', { name: 'Fulano', document: 'AB123' }, undefined],
  ])('names a debtor with %s as the standard wants it', (_, payer, devedor) => {
    expect(cobRequest(request({ email: null, ...payer }), key, now).devedor).toEqual(devedor);
  });

  it('cuts texts to what the standard takes, and prefers the message to the description', () => {
    const described = cobRequest(request(null, { description: 'd'.repeat(500) }), key, now);
    const told = cobRequest(request(null, { description: 'd', payerMessage: 'm' }), key, now);

    expect(described.solicitacaoPagador).toBe('d'.repeat(140));
    expect(told.solicitacaoPagador).toBe('m');
  });

  it('cuts additional information likewise', () => {
    const additionalInfo = Array.from({ length: 60 }, () => ({ name: 'n'.repeat(60), value: 'v'.repeat(300) }));
    const { infoAdicionais } = cobRequest(request(null, { additionalInfo }), key, now);

    expect(infoAdicionais).toHaveLength(50);
    expect(infoAdicionais?.[0]).toEqual({ nome: 'n'.repeat(50), valor: 'v'.repeat(200) });
  });
});
