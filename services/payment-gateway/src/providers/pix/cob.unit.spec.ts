import { readCallback } from './callback';
import { Unreadable } from '../wire/schema';
import { readCob, statusOf } from './cob';

const cob = {
  txid: '01KAJ2E8V4N7Q0S6T3W9X5Y1Z2',
  status: 'ATIVA',
  calendario: { criacao: '2026-11-21T12:00:00.000Z', expiracao: 3_600 },
  valor: { original: '37.00' },
  chave: 'pix@example.com',
};
const pix = { endToEndId: 'E1', valor: '37.00', horario: '2026-11-21T12:03:10Z' };

describe('the status of a charge at the bank', () => {
  it.each([
    ['ATIVA', 'pending'],
    ['CONCLUIDA', 'received'],
    ['REMOVIDA_PELO_USUARIO_RECEBEDOR', 'removed'],
    ['REMOVIDA_PELO_PSP', 'removed'],
    ['SOMETHING_NEW', 'pending'],
    [undefined, 'pending'],
  ])('%p is %s', (status, meaning) => {
    expect(statusOf(status)).toBe(meaning);
  });
});

describe('reading a charge', () => {
  it('takes what is needed and ignores what is new', () => {
    expect(readCob({ ...cob, loc: { location: 'bank.example.com/x' }, novo: { campo: 1 } })).toEqual({
      txid: cob.txid,
      status: 'pending',
      amountMinor: 3_700,
      location: 'bank.example.com/x',
      pixCopiaECola: undefined,
      receipts: [],
      refunds: [],
      disputes: [],
    });
  });

  it.each([
    ['with an offset', '2026-11-21T09:03:10-03:00', '2026-11-21T12:03:10.000Z'],
    ['without milliseconds', '2026-11-21T12:03:10Z', '2026-11-21T12:03:10.000Z'],
  ])('reads a time %s', (_, horario, receivedAt) => {
    expect(readCob({ ...cob, pix: [{ ...pix, horario }] }).receipts).toEqual([
      { providerReference: 'E1', amountMinor: 3_700, receivedAt },
    ]);
  });

  it('reads an amount padded with zeros', () => {
    expect(readCob({ ...cob, valor: { original: '0000000037.00' } }).amountMinor).toBe(3_700);
  });

  it.each([
    ['is no object', 'x'],
    ['is empty', null],
    ['has no txid', { ...cob, txid: undefined }],
    ['has a number for an amount', { ...cob, valor: { original: 37 } }],
    ['has an amount without decimals', { ...cob, valor: { original: '37' } }],
    ['has a receipt without an id', { ...cob, pix: [{ ...pix, endToEndId: '' }] }],
    ['has a receipt of a strange amount', { ...cob, pix: [{ ...pix, valor: '1,00' }] }],
    ['has a receipt of no time', { ...cob, pix: [{ ...pix, horario: 'ontem' }] }],
  ])('guesses at nothing when it %s', (_, body) => {
    expect(() => readCob(body)).toThrow(Unreadable);
  });
});

describe('reading a callback', () => {
  it('asks about each txid once', () => {
    expect(readCallback({ pix: [{ txid: 'a' }, { txid: 'b' }, { txid: 'a' }] }).txids).toEqual(['a', 'b']);
  });

  it('counts what names no charge', () => {
    expect(readCallback({ pix: [{ endToEndId: 'E1' }, null, 7, { txid: 7 }, { txid: 'a' }] })).toEqual({
      txids: ['a'],
      sentIds: [],
      withoutTxidCount: 4,
      hasMoneyBack: false,
    });
  });

  it.each([undefined, null, [], 'x', {}, { pix: null }])('finds nothing in %j', (body) => {
    expect(readCallback(body)).toEqual({ txids: [], sentIds: [], withoutTxidCount: 0, hasMoneyBack: false });
  });

  it('tells of money that went back', () => {
    expect(readCallback({ pix: [{ txid: 'a' }, { txid: 'b', devolucoes: [{ id: 'D1' }] }] }).hasMoneyBack).toBe(true);
  });

  it('finds the payouts it names by our own ids, and takes them for no receipts', () => {
    const [sent, back] = ['01KAJ2F3V4N7Q0S6T3W9X5Y1Z2', '01KAJ2F3V4N7Q0S6T3W9X5Y1Z3'];
    const pix = [
      { endToEndId: 'E1', tipo: 'SOLICITACAO', status: 'REALIZADO', gnExtras: { idEnvio: sent } },
      { endToEndId: 'E2', tipo: 'DEVOLUCAO', gnExtras: { idEnvio: back } },
    ];

    expect(readCallback({ pix })).toEqual({
      txids: [],
      sentIds: [sent, back],
      withoutTxidCount: 0,
      hasMoneyBack: true,
    });
  });

  it('asks about no more than 500 charges', () => {
    const many = Array.from({ length: 600 }, (_, at) => ({ txid: `t${at}` }));

    expect(readCallback({ pix: many }).txids).toHaveLength(500);
  });
});
