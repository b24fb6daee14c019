import { decideDevolucao, requestDevolucao, toDevolucaoObject, type Devolucao } from '../src/providers/pix/devolucao';
import { toPixObject, type PixReceived } from '../src/providers/pix/pix';

const now = new Date('2026-11-20T12:00:00.000Z');
const at = { now, dueAt: '2026-11-20T12:00:00.500Z' };
const pix: PixReceived = {
  endToEndId: 'E99999004202611201200abcdefghijk',
  txid: 'tx',
  chave: 'key',
  amountMinor: 3_700,
  payerMessage: null,
  receivedAt: '2026-11-20T11:00:00.000Z',
};
const terms = { amountMinor: 2_000, descricao: null };
const requested = (id: string, amountMinor: number, of: PixReceived = pix): Devolucao => {
  const decision = requestDevolucao(of, id, { ...terms, amountMinor }, at);
  if (decision.kind === 'invalid') throw new Error(JSON.stringify(decision.violations));
  return decision.devolucao;
};
const first = requested('one', 2_000);
const withFirst = { ...pix, devolucoes: [first] };

describe('a devolução', () => {
  it('is under way at first, with an id of its own between the banks', () => {
    expect(toDevolucaoObject(first)).toEqual({
      id: 'one',
      rtrId: expect.stringMatching(/^D99999004202611201200[a-zA-Z0-9]{11}$/) as string,
      valor: '20.00',
      natureza: 'ORIGINAL',
      horario: { solicitacao: '2026-11-20T12:00:00.000Z' },
      status: 'EM_PROCESSAMENTO',
    });
    expect(toPixObject(withFirst)).toMatchObject({ devolucoes: [{ id: 'one' }] });
    expect(toPixObject(pix)).not.toHaveProperty('devolucoes');
  });

  it('is settled, or not carried out, once', () => {
    const settled = decideDevolucao(first, true, '2026-11-20T12:00:01.000Z');
    expect(settled).toMatchObject({ status: 'DEVOLVIDO', settledAt: '2026-11-20T12:00:01.000Z', dueAt: null });
    const failed = decideDevolucao(first, false, '2026-11-20T12:00:01.000Z');
    expect(failed).toMatchObject({ status: 'NAO_REALIZADO', motivo: expect.any(String) as string, settledAt: null });
    expect(settled && decideDevolucao(settled, false, 'x')).toBeUndefined();
  });

  it('is the same for the same id, and nothing else is', () => {
    expect(requestDevolucao(withFirst, 'one', terms, at)).toEqual({ kind: 'repeated', devolucao: first });
    expect(requestDevolucao(withFirst, 'one', { ...terms, amountMinor: 1 }, at)).toMatchObject({
      kind: 'invalid',
      violations: [{ propriedade: 'devolucao.id' }],
    });
  });

  it('never exceeds the payment; what was not carried out does not count', () => {
    expect(requestDevolucao(withFirst, 'two', { ...terms, amountMinor: 1_701 }, at).kind).toBe('invalid');
    expect(requestDevolucao(withFirst, 'two', { ...terms, amountMinor: 1_700 }, at).kind).toBe('requested');
    const failed = { ...first, status: 'NAO_REALIZADO' as const };
    const whole = { ...terms, amountMinor: 3_700 };
    expect(requestDevolucao({ ...pix, devolucoes: [failed] }, 'two', whole, at).kind).toBe('requested');
  });

  it('is possible for ninety days', () => {
    const after = (ms: number) => ({ ...at, now: new Date(Date.parse(pix.receivedAt) + 90 * 86_400_000 + ms) });
    expect(requestDevolucao(pix, 'two', terms, after(0)).kind).toBe('requested');
    expect(requestDevolucao(pix, 'two', terms, after(1))).toMatchObject({ kind: 'invalid' });
  });
});
