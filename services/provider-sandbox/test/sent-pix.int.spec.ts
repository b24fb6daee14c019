import { eventually } from '@repasse/chassis/testing/eventually';
import { Receiver } from './receiver';
import { chave, newTxid, TestSandbox } from './sandbox';

const cpf = '52998224725';
const anotherCpf = '11144477735';

let sandbox: TestSandbox;
let receiver: Receiver;

beforeAll(async () => {
  [sandbox, receiver] = await Promise.all([TestSandbox.start(), Receiver.start()]);
  await sandbox.psp('PUT', `/v2/webhook/${chave}`, { webhookUrl: `${receiver.url}/callbacks` });
});
afterEach(async () => {
  await sandbox.call('PUT', '/sandbox/pix/sends', { balance: '1000.00' });
  await sandbox.call('PUT', '/sandbox/chaos', {});
  receiver.reset();
});
afterAll(async () => {
  await sandbox.stop();
  await receiver.stop();
});

const bodyOf = (favorecido: object, valor = '10.00') => ({ valor, pagador: { chave }, favorecido });
const toKey = (key: string, more: object = { cpf }) => bodyOf({ chave: key, ...more });
const account = { nome: 'Ana', cpf, codigoBanco: '12345678', agencia: '0001', conta: '1234567', tipoConta: 'cacc' };
const send = (id: string, body: object) => sandbox.psp('PUT', `/v3/gn/pix/${id}`, body);
const read = (id: string) => sandbox.psp('GET', `/v2/gn/pix/enviados/id-envio/${id}`);
const balance = async () => (await sandbox.psp('GET', '/v2/gn/saldo')).body['saldo'];
const becomes = (id: string, status: string) => eventually(async () => (await read(id)).body['status'] === status);
const told = (id: string) =>
  receiver.requests
    .flatMap(({ body }) => (JSON.parse(body) as { pix: { tipo?: string; gnExtras?: { idEnvio?: string } }[] }).pix)
    .filter(({ gnExtras }) => gnExtras?.idEnvio === id);

describe('PIX that is sent', () => {
  it('is under way, then arrives; the merchant is told, and finds it by either id and by its day', async () => {
    await sandbox.call('PUT', '/sandbox/pix/sends', { balance: '1000.00' });
    const id = newTxid();
    const asked = await send(id, toKey(cpf));
    expect(asked).toMatchObject({
      status: 201,
      body: { idEnvio: id, valor: '10.00', status: 'EM_PROCESSAMENTO', horario: { solicitacao: expect.any(String) } },
    });
    expect(await balance()).toBe('990.00');
    await becomes(id, 'REALIZADO');

    const e2eId = String(asked.body['e2eId']);
    const { body } = await sandbox.psp('GET', `/v2/gn/pix/enviados/${e2eId}`);
    expect(body).toMatchObject({
      idEnvio: id,
      valor: '10.00',
      favorecido: { identificacao: { cpf: '***.982.247-**' } },
    });
    await eventually(() => told(id).length === 1);
    expect(told(id)).toMatchObject([{ endToEndId: e2eId, tipo: 'SOLICITACAO', status: 'REALIZADO', valor: '10.00' }]);
    const day = 'inicio=2020-01-01T00:00:00Z&fim=2099-01-01T00:00:00Z';
    const listed = (await sandbox.psp('GET', `/v2/gn/pix/enviados?${day}`)).body['pix'] as { idEnvio: string }[];
    expect(listed.map(({ idEnvio }) => idEnvio)).toContain(id);
  });

  it('is refused under an id that was used, whatever the body, and was sent once', async () => {
    const id = newTxid();
    const before = await balance();
    const answers = await Promise.all([send(id, toKey(cpf)), send(id, toKey(cpf)), send(id, toKey(cpf))]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    expect(await send(id, bodyOf({ chave: 'x' }))).toMatchObject({ status: 409, body: { nome: 'id_envio_duplicado' } });
    expect(Number(before) - Number(await balance())).toBeCloseTo(10);
  });

  it.each([
    ['a key that nobody has', 'nobody@example.com', { exists: false }, 'chave_invalida'],
    ['a key of somebody else', 'ana@example.com', { document: anotherCpf }, 'chave_nao_pertence_ao_documento'],
  ])('is refused to %s', async (_, key, holder, nome) => {
    await sandbox.call('PUT', `/sandbox/pix/keys/${key}`, holder);
    const id = newTxid();
    expect(await send(id, toKey(key))).toMatchObject({ status: 400, body: { nome } });
    expect(await read(id)).toMatchObject({
      status: 404,
      body: { type: expect.stringMatching(/PixEnviadoNaoEncontrado$/) as string },
    });
  });

  it.each([
    ['a document that is not the key', toKey(anotherCpf), 'chave_nao_pertence_ao_documento'],
    ['an amount without decimals', bodyOf({ chave: cpf, cpf }, '10'), 'valor_invalido'],
    ['nothing', bodyOf({ chave: cpf, cpf }, '0.00'), 'valor_invalido'],
    ['an account without its bank', bodyOf({ contaBanco: { ...account, codigoBanco: '' } }), 'conta_invalida'],
    ['a key without webhook', { ...toKey(cpf), pagador: { chave: anotherCpf } }, 'webhook_nao_cadastrado'],
  ])('is refused with %s', async (_, body, nome) => {
    expect(await send(newTxid(), body)).toMatchObject({ status: 400, body: { nome, mensagem: expect.any(String) } });
  });

  it('is refused where the account has less', async () => {
    await sandbox.call('PUT', '/sandbox/pix/sends', { balance: '9.99' });
    expect(await send(newTxid(), toKey(cpf))).toMatchObject({ status: 422, body: { nome: 'pagamento_negado' } });
    expect(await balance()).toBe('9.99');
  });

  it('does not arrive at an account that does not exist, and the money is there again', async () => {
    const [id, before] = [newTxid(), await balance()];
    expect((await send(id, bodyOf({ contaBanco: { ...account, conta: '12399-9' } }))).status).toBe(201);
    await becomes(id, 'NAO_REALIZADO');
    await eventually(() => told(id).length === 1);
    expect(told(id)).toMatchObject([{ status: 'NAO_REALIZADO', gnExtras: { erro: { codigo: 'AC03' } } }]);
    expect(await balance()).toBe(before);
  });

  it('was sent though its answer was lost', async () => {
    const id = newTxid();
    await sandbox.call('PUT', '/sandbox/chaos', { pix: { timeoutRate: 1 } });
    await sandbox.call('PUT', '/sandbox/pix/sends', { outcome: 'pending', balance: '1000.00' });
    const lost = send(id, toKey(cpf)).catch(() => undefined);
    await eventually(async () => {
      const { body } = await sandbox.call('GET', `/sandbox/pix/sends?idEnvio=${id}`);
      return (body['sent'] as object[]).length === 1;
    });
    await sandbox.call('PUT', '/sandbox/chaos', {});
    expect((await read(id)).body).toMatchObject({ status: 'EM_PROCESSAMENTO' });
    await sandbox.restart();
    await lost;
  });

  it('comes back in parts, up to all of it', async () => {
    const [id, before] = [newTxid(), await balance()];
    const giveBack = (body: object) => sandbox.call('POST', `/sandbox/pix/sends/${id}/return`, body);
    expect((await giveBack({})).status).toBe(404);
    await send(id, toKey(cpf));
    await becomes(id, 'REALIZADO');

    expect(await giveBack({ amount: '4.00', reason: 'Conta encerrada' })).toMatchObject({
      status: 200,
      body: { returnedAmount: '4.00' },
    });
    expect((await giveBack({ amount: '6.01' })).status).toBe(409);
    expect((await giveBack({})).body).toMatchObject({ returnedAmount: '10.00' });
    expect((await giveBack({})).status).toBe(409);
    expect((await read(id)).body['devolucoes']).toMatchObject([
      { valor: '4.00', status: 'DEVOLVIDO', motivo: 'Conta encerrada' },
      { valor: '6.00' },
    ]);
    await eventually(() => told(id).filter(({ tipo }) => tipo === 'DEVOLUCAO').length === 2);
    expect(await balance()).toBe(before);
  });

  it('needs a token of its scope', async () => {
    const { body } = await sandbox.issueToken({ grant_type: 'client_credentials', scope: 'pix.read' });
    const authorization = `Bearer ${String(body['access_token'])}`;
    const answer = await sandbox.call('PUT', `/pix/v3/gn/pix/${newTxid()}`, toKey(cpf), { authorization });
    expect(answer.status).toBe(403);
  });
});
