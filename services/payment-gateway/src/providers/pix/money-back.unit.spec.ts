import { readDevolucao, readMoneyBack } from './money-back';
import { devolucaoIdOf, devolucaoRequest, refundIdOf } from './requests';
import { Unreadable } from '../wire/schema';
import { readCob } from './cob';

const refundId = 're_01KAJ2F3V4N7Q0S6T3W9X5Y1Z2';
const id = '01KAJ2F3V4N7Q0S6T3W9X5Y1Z2';
const devolucao = {
  id,
  rtrId: 'D12345678202611211500008080060AB',
  valor: '40.00',
  natureza: 'ORIGINAL',
  horario: { solicitacao: '2026-11-21T12:00:00-03:00', liquidacao: '2026-11-21T15:00:05.000Z' },
  status: 'DEVOLVIDO',
};

describe('the standing of a refund', () => {
  it('is named by the bank, with the time the payer got it', () => {
    expect(readMoneyBack([devolucao], 'E1')).toEqual({
      refunds: [
        {
          refundId,
          providerReference: devolucao.rtrId,
          status: 'settled',
          settledAt: '2026-11-21T15:00:05.000Z',
          detail: null,
        },
      ],
      disputes: [],
    });
  });

  it.each([
    ['DEVOLVIDO', 'settled'],
    ['EM_PROCESSAMENTO', 'pending'],
    ['NAO_REALIZADO', 'failed'],
    ['SOMETHING_NEW', 'pending'],
    [undefined, 'pending'],
  ])('with status %p is %s', (status, meaning) => {
    expect(readDevolucao({ ...devolucao, status }).status).toBe(meaning);
  });

  it('goes by our name where the bank has none, and says why it failed', () => {
    const failed = {
      ...devolucao,
      rtrId: undefined,
      horario: undefined,
      status: 'NAO_REALIZADO',
      motivo: 'Sem saldo.',
    };

    expect(readMoneyBack([failed], 'E1').refunds).toEqual([
      { refundId, providerReference: id, status: 'failed', settledAt: null, detail: 'Sem saldo.' },
    ]);
  });

  it('made by another system is no refund of ours', () => {
    expect(readMoneyBack([{ ...devolucao, id: '123ABC' }], 'E1')).toEqual({ refunds: [], disputes: [] });
  });

  it('is no dispute when our bank gives it back from its own funds', () => {
    const own = { ...devolucao, id: '123ABC', natureza: 'MED_PIX_AUTOMATICO' };
    expect(readMoneyBack([own], 'E1')).toEqual({ refunds: [], disputes: [] });
  });

  it.each([
    ['EM_PROCESSAMENTO', 'open'],
    ['DEVOLVIDO', 'lost'],
    ['NAO_REALIZADO', 'won'],
  ])('is a dispute when the payer’s bank takes it back (%s: %s)', (status, meaning) => {
    const med = { ...devolucao, id: '123ABC', natureza: 'MED_FRAUDE', status };

    expect(readMoneyBack([med], 'E1')).toEqual({
      refunds: [],
      disputes: [
        {
          providerReference: devolucao.rtrId,
          status: meaning,
          amountMinor: 4_000,
          receiptReference: 'E1',
          reason: null,
          at: '2026-11-21T15:00:05.000Z',
        },
      ],
    });
  });

  it('is refused without an amount, and skipped beside a receipt that counts', () => {
    expect(() => readDevolucao({ ...devolucao, valor: 40 })).toThrow(Unreadable);

    const pix = {
      endToEndId: 'E1',
      valor: '100.00',
      horario: '2026-11-21T12:03:10Z',
      devolucoes: [{ id: 1 }, devolucao],
    };
    const cob = readCob({ txid: 't', status: 'CONCLUIDA', valor: { original: '100.00' }, pix: [pix] });
    expect(cob.receipts).toHaveLength(1);
    expect(cob.refunds).toHaveLength(1);
  });

  it('may stand alone where the standard has a list', () => {
    const pix = { endToEndId: 'E1', valor: '100.00', horario: '2026-11-21T12:03:10Z', devolucoes: devolucao };

    expect(readCob({ txid: 't', status: 'CONCLUIDA', valor: { original: '100.00' }, pix: [pix] }).refunds).toHaveLength(
      1,
    );
  });
});

describe('a refund at the bank', () => {
  it('has a name that leads back to ours', () => {
    expect(devolucaoIdOf(refundId)).toMatch(/^[a-zA-Z0-9]{1,35}$/);
    expect(refundIdOf(devolucaoIdOf(refundId))).toBe(refundId);
    expect(devolucaoIdOf(`${refundId}P2`)).toMatch(/^[a-zA-Z0-9]{1,35}$/);
    expect(refundIdOf(devolucaoIdOf(`${refundId}P2`))).toBe(`${refundId}P2`);
    expect(refundIdOf('123ABC')).toBeUndefined();
  });

  it('is asked for with as much of the reason as the standard takes', () => {
    const request = {
      refundId,
      facts: {
        paymentId: 'pay_01KAJ2E8V4N7Q0S6T3W9X5Y1Z2',
        invoiceId: 1,
        userId: 1,
        chargeId: null,
        attemptId: null,
        paymentMethod: 'PIX' as const,
        amountMinor: 10_000,
        currency: 'BRL',
        provider: 'PIX_BCB',
        fx: null,
        installments: null,
      },
      providerReference: null,
      receipt: { providerReference: 'E1', amountMinor: 10_000, receivedAt: '2026-11-21T12:03:10.000Z' },
      amountMinor: 789,
      targetAmountMinor: null,
      settledBeforeMinor: 0,
      reason: 'x'.repeat(200),
    };

    expect(devolucaoRequest(request)).toEqual({ valor: '7.89', natureza: 'ORIGINAL', descricao: 'x'.repeat(140) });
    expect(devolucaoRequest({ ...request, reason: null })).toEqual({ valor: '7.89', natureza: 'ORIGINAL' });
  });
});
