import { eventually, eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { randomIds } from '@repasse/chassis/ids';
import { ana, eventOf, olga, paidCharge, paidEvent } from './support/charges';
import { startService, tokenOf, type RunningService } from './support/running-service';

const endToEndId = 'E60746948202601011200A1B2C3D4E5F';
const paidAt = '2026-01-01T02:30:00.000Z';
const charge = paidCharge({ externalReference: 'order-4711', description: '=Café; da manhã', endToEndId, paidAt });
const coins = `pay_${randomIds.ulid()}`;

let service: RunningService;
beforeAll(async () => {
  service = await startService('people', { SHARES_FOR_RECIPIENTS: 'all' });
  service.clock.set(paidAt);
  await service.publish([
    paidEvent(charge),
    eventOf('repasse.payment.received.v1', coins, 1, paidAt, {
      ...{ chargeId: null, attemptId: null, userId: olga, paymentMethod: 'CRYPTO', currency: 'BRL', paymentId: coins },
      amountMinor: 2_000,
    }),
  ]);
  await eventually(async () => (await service.published(charge.chargeId)).length === 4);
  await eventuallyHolds(async () =>
    expect((await service.get('/balance', tokenOf(olga))).body).toMatchObject({ available: '88.91' }),
  );
  service.clock.set('2026-01-01T12:00:00.000Z');
});
afterAll(() => service.stop());

const rowsOf = (text: string, separator: string): readonly Readonly<Record<string, string>>[] => {
  const [head = '', ...lines] = text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n');
  const names = head.split(separator);
  const cells = (line: string): string[] =>
    [...line.matchAll(new RegExp(`("(?:[^"]|"")*"|[^${separator}]*)(?:${separator}|$)`, 'g'))].map(
      ([, cell = '']) => cell,
    );
  return lines.map((line) => Object.fromEntries(names.map((name, at) => [name, cells(line)[at] ?? ''])));
};

const csv = async (path: string, userId = olga) => (await service.csv(path, tokenOf(userId))).text;

describe.each([
  ['the entries', '/ledger/entries?limit=100&'],
  ['a statement', '/reports/statement?from=2025-12-31&to=2026-01-01&'],
])('%s as CSV', (_what, path) => {
  it('say the order, its words, the other side and the transfer to the owner', async () => {
    const rows = rowsOf(await csv(path), ',');
    const of = (kind: string) => rows.filter((row) => row['kind'] === kind);

    const order = { externalReference: 'order-4711', description: "'=Café; da manhã", endToEndId };
    expect(of('GROSS')).toContainEqual(expect.objectContaining({ ...order, counterparty: 'Payer (PIX)' }));
    expect(of('GROSS')).toContainEqual(expect.objectContaining({ counterparty: 'Payer (CRYPTO)', description: '' }));
    expect(of('FEE')).toContainEqual(expect.objectContaining({ ...order, counterparty: 'Platform' }));
    expect(of('SHARE_GIVEN')).toContainEqual(expect.objectContaining({ ...order, counterparty: `User ${ana}` }));
    expect(of('RELEASE')).toContainEqual(expect.objectContaining({ ...order, counterparty: '' }));
  });

  it('say to a recipient the order and whose it is, not its words nor its transfer', async () => {
    const rows = rowsOf(await csv(path, ana), ',').filter(({ kind }) => kind === 'SHARE_RECEIVED');
    expect(rows).toMatchObject([
      { externalReference: 'order-4711', description: '', endToEndId: '', counterparty: `User ${olga}` },
    ]);
  });

  it('open in a Brazilian spreadsheet', async () => {
    const text = await csv(`${path}locale=pt-BR`);
    const [row] = rowsOf(text, ';').filter(({ Tipo, Valor }) => Tipo === 'Venda' && Valor === '100,00');
    expect(row).toMatchObject({
      'Lançado em': '31/12/2025 23:30:00',
      Conta: 'A liberar',
      Operação: 'Cobrança paga',
      Pedido: 'order-4711',
      Descrição: `"'=Café; da manhã"`,
      Contraparte: 'Pagador (PIX)',
      'ID fim a fim do PIX': endToEndId,
    });
  });
});

it('writes every report for Brazil where Accept-Language prefers Portuguese', async () => {
  const { call } = service;
  const written = async (path: string, language: string, userId = olga, profile?: 'OPERATOR') => {
    const headers = { accept: 'text/csv', 'accept-language': language };
    return (await call('GET', path, { token: tokenOf(userId, profile), headers })).text.split('\r\n')[0];
  };
  expect(await written('/reports/fees?from=2025-12&to=2026-01', 'pt-BR,pt;q=0.9')).toBe(
    'Mês;Meio de pagamento;Moeda;Pagamentos;Valor bruto;Tarifas',
  );
  expect(await written('/receivables?from=2026-01-01&to=2026-01-02', 'en;q=0.5,pt')).toBe(
    'Dia;Meio de pagamento;Conta;Quantidade;Valor;Moeda',
  );
  expect(await written('/reports/settlement?date=2025-12-31', 'pt-BR', 1, 'OPERATOR')).toMatch(/^Meio de pagamento;/);
  expect(await written('/reports/settlement?date=2025-12-31', 'pt-BR', 1, 'OPERATOR')).not.toMatch(/;[a-z]+[A-Z]/);
  expect(await written('/reports/fees?from=2025-12&to=2026-01', 'en-US,pt;q=0.9')).toMatch(/^month,/);
});

it('begins with the mark by which a spreadsheet knows UTF-8', async () => {
  const address = `${service.url}/reports/fees?from=2025-12&to=2026-01&format=csv&locale=pt-BR`;
  const answer = await fetch(address, { headers: { authorization: `Bearer ${tokenOf(olga)}` } });
  expect([...new Uint8Array(await answer.arrayBuffer())].slice(0, 3)).toEqual([0xef, 0xbb, 0xbf]);
});

it('says in an OFX memo what a person looks for', async () => {
  const text = await csv('/reports/statement?from=2025-12-31&to=2026-01-01&account=PENDING&format=ofx');
  expect(text).toContain(
    `<MEMO>Cobranca paga - pedido order-4711 - =Cafe; da manha - Pagador (PIX) - PIX ${endToEndId} - ${charge.chargeId}</MEMO>`,
  );
  expect(text).toContain('<NAME>Tarifa</NAME>');
});

it('shows all shares to a recipient where the platform says so', async () => {
  const { body } = await service.get(`/settlements/${charge.chargeId}`, tokenOf(ana));
  expect(body).toMatchObject({ sharesSeen: 'ALL', shares: [{}, {}, {}] });
});
