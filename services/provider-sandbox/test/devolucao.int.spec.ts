import { eventually } from '@repasse/chassis/testing/eventually';
import { Receiver } from './receiver';
import { chave, newTxid, TestSandbox } from './sandbox';

let sandbox: TestSandbox;
let receiver: Receiver;

beforeAll(async () => {
  [sandbox, receiver] = await Promise.all([TestSandbox.start(), Receiver.start()]);
  await sandbox.psp('PUT', `/v2/webhook/${chave}`, { webhookUrl: `${receiver.url}/callbacks` });
});
afterEach(async () => {
  for (const control of ['chaos', 'refunds']) await sandbox.call('PUT', `/sandbox/${control}`, {});
  await sandbox.call('PUT', '/sandbox/clock', { offsetMs: 0 });
  receiver.reset();
});
afterAll(async () => {
  await sandbox.stop();
  await receiver.stop();
});

const payNew = async (): Promise<{ e2e: string; txid: string }> => {
  const txid = newTxid();
  const { pixCopiaECola } = await sandbox.createCob(txid);
  return { e2e: String((await sandbox.pay(pixCopiaECola)).body['endToEndId']), txid };
};
const giveBack = (e2e: string, id: string, body: object = { valor: '37.00' }) =>
  sandbox.psp('PUT', `/v2/pix/${e2e}/devolucao/${id}`, body);
const get = async (e2e: string, id: string) => (await sandbox.psp('GET', `/v2/pix/${e2e}/devolucao/${id}`)).body;
const toldOf = (e2e: string) =>
  receiver.requests
    .flatMap(({ body }) => (JSON.parse(body) as { pix: { endToEndId: string; devolucoes?: object[] }[] }).pix)
    .filter(({ endToEndId, devolucoes }) => endToEndId === e2e && devolucoes !== undefined);

describe('a devolução', () => {
  it('is under way, then settled; the payment shows it and the merchant is notified', async () => {
    const { e2e, txid } = await payNew();
    const asked = await giveBack(e2e, 'one', { valor: '10.00', descricao: 'metade' });
    expect(asked).toMatchObject({ status: 201, body: { id: 'one', valor: '10.00', status: 'EM_PROCESSAMENTO' } });
    await eventually(async () => (await get(e2e, 'one'))['status'] === 'DEVOLVIDO');

    const settled = { id: 'one', status: 'DEVOLVIDO', horario: { liquidacao: expect.any(String) as string } };
    await eventually(() => toldOf(e2e).length === 1);
    expect(toldOf(e2e)).toMatchObject([{ txid, devolucoes: [settled] }]);
    expect((await sandbox.psp('GET', `/v2/pix/${e2e}`)).body).toMatchObject({ devolucoes: [settled] });
    expect((await sandbox.psp('GET', `/v2/cob/${txid}`)).body).toMatchObject({
      status: 'CONCLUIDA',
      pix: [{ devolucoes: [settled] }],
    });
  });

  it('is not carried out by a control, and then again is', async () => {
    const { e2e } = await payNew();
    await sandbox.call('PUT', '/sandbox/refunds', { pix: { outcome: 'failed' } });
    await giveBack(e2e, 'one');
    await eventually(async () => (await get(e2e, 'one'))['status'] === 'NAO_REALIZADO');
    expect(await get(e2e, 'one')).toMatchObject({ motivo: expect.any(String) as string });
    await sandbox.call('PUT', '/sandbox/refunds', {});
    expect((await giveBack(e2e, 'two')).status).toBe(201);
    await eventually(async () => (await get(e2e, 'two'))['status'] === 'DEVOLVIDO');
  });

  it('is left under way until it may end, over a restart too', async () => {
    const { e2e } = await payNew();
    await sandbox.call('PUT', '/sandbox/refunds', { pix: { outcome: 'pending', delayMs: 0 } });
    await giveBack(e2e, 'one');
    await sandbox.restart();
    expect(await get(e2e, 'one')).toMatchObject({ status: 'EM_PROCESSAMENTO' });
    await sandbox.call('PUT', '/sandbox/refunds', {});
    await eventually(async () => (await get(e2e, 'one'))['status'] === 'DEVOLVIDO');
  });

  it('takes its time, by the clock of the sandbox', async () => {
    const { e2e } = await payNew();
    await sandbox.call('PUT', '/sandbox/refunds', { pix: { delayMs: 3_600_000 } });
    await giveBack(e2e, 'one');
    await sandbox.call('PUT', '/sandbox/clock', { offsetMs: 3_600_000 });
    await eventually(async () => (await get(e2e, 'one'))['status'] === 'DEVOLVIDO');
  });

  it('is made once for one id, also ten times at once, and never exceeds the payment', async () => {
    const { e2e } = await payNew();
    const same = await Promise.all(Array.from({ length: 10 }, () => giveBack(e2e, 'one', { valor: '20.00' })));
    expect(new Set(same.map(({ status, body }) => `${status} ${String(body['rtrId'])}`)).size).toBe(1);
    const others = await Promise.all(
      Array.from({ length: 10 }, (_, index) => giveBack(e2e, `other${index}`, { valor: '10.00' })),
    );
    expect(others.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(others.find(({ status }) => status === 400)?.body).toMatchObject({
      type: 'https://pix.bcb.gov.br/api/v2/error/PixDevolucaoInvalida',
      violacoes: [{ propriedade: 'devolucao.valor' }],
    });
    expect((await giveBack(e2e, 'one', { valor: '1.00' })).status).toBe(400);
  });

  it('is too late after ninety days', async () => {
    const { e2e } = await payNew();
    await sandbox.call('PUT', '/sandbox/clock', { offsetMs: 91 * 86_400_000 });
    expect((await giveBack(e2e, 'one')).status).toBe(400);
  });

  it.each([
    ['one', {}],
    ['one', { valor: '0.00' }],
    ['one', { valor: 1 }],
    ['one', { valor: '1.00', natureza: 'OUTRA' }],
    ['one', { valor: '1.00', descricao: 'x'.repeat(141) }],
    ['has-a-dash', { valor: '1.00' }],
  ])('is not made of %s %j', async (id, body) => {
    const { e2e } = await payNew();
    expect((await giveBack(e2e, id, body)).status).toBe(400);
  });

  it('is not found without its payment', async () => {
    expect(await giveBack('E00000000000000000000000000000000', 'one')).toMatchObject({ status: 404 });
    const { e2e } = await payNew();
    expect(await get(e2e, 'none')).toMatchObject({
      type: 'https://pix.bcb.gov.br/api/v2/error/PixDevolucaoNaoEncontrada',
    });
  });

  it('can be a filter of the list of payments', async () => {
    const { e2e } = await payNew();
    await giveBack(e2e, 'one');
    const list = async (present: boolean) => {
      const query = `inicio=2020-01-01T00:00:00Z&fim=2090-01-01T00:00:00Z&devolucaoPresente=${present}`;
      return (await sandbox.psp('GET', `/v2/pix?${query}`)).body['pix'];
    };
    const found = expect.objectContaining({ endToEndId: e2e }) as object;
    expect(await list(true)).toContainEqual(found);
    expect(await list(false)).not.toContainEqual(found);
  });
});
