import { buildBrCode } from '../src/providers/pix/br-code';
import { newEndToEndId } from '../src/providers/pix/payment-id';
import { createPixTable } from '../src/store/pix-table';
import { postgresStore } from '../src/store/store';
import { chave, newTxid, TestSandbox } from './sandbox';

let sandbox: TestSandbox;

beforeAll(async () => {
  sandbox = await TestSandbox.start();
});
afterEach(async () => {
  await sandbox.call('PUT', '/sandbox/chaos', {});
  await sandbox.call('PUT', '/sandbox/clock', { offsetMs: 0 });
});
afterAll(() => sandbox.stop());

const host = 'psp.sandbox.example';
const code = (location: string) => buildBrCode({ location, receiverName: 'A', receiverCity: 'B' });

describe('the payer’s bank app', () => {
  it('pays the charge’s amount, and the charge shows it', async () => {
    const txid = newTxid();
    const { pixCopiaECola } = await sandbox.createCob(txid);
    const paid = await sandbox.pay(pixCopiaECola, { payerMessage: 'obrigado' });

    expect(paid).toMatchObject({ status: 200, body: { amount: '37.00', txid } });
    expect(paid.body['endToEndId']).toMatch(/^E99999004\d{12}[A-Za-z0-9]{11}$/);
    expect((await sandbox.psp('GET', `/v2/cob/${txid}`)).body).toMatchObject({
      status: 'CONCLUIDA',
      revisao: 0,
      pix: [{ endToEndId: paid.body['endToEndId'], valor: '37.00', infoPagador: 'obrigado' }],
    });
  });

  it.each([
    ['36.99', '36.99'],
    ['100.00', '100.00'],
    [37.5, '37.50'],
  ])('pays %s when told to, and the charge is settled all the same', async (amount, expected) => {
    const txid = newTxid();
    const { pixCopiaECola } = await sandbox.createCob(txid);

    expect((await sandbox.pay(pixCopiaECola, { amount })).body).toMatchObject({ amount: expected });
    expect((await sandbox.psp('GET', `/v2/cob/${txid}`)).body).toMatchObject({ status: 'CONCLUIDA' });
  });

  it('takes a charge once, also from ten payers at once', async () => {
    const txid = newTxid();
    const { pixCopiaECola } = await sandbox.createCob(txid);
    const answers = await Promise.all(Array.from({ length: 10 }, () => sandbox.pay(pixCopiaECola)));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body['code'] === 'sandbox.pix_already_paid')).toHaveLength(9);
    expect((await sandbox.psp('GET', `/v2/cob/${txid}`)).body['pix']).toHaveLength(1);
  });

  it('refuses an expired charge, which stays ATIVA', async () => {
    const txid = newTxid();
    const { pixCopiaECola } = await sandbox.createCob(txid, { calendario: { expiracao: 60 } });
    await sandbox.call('PUT', '/sandbox/clock', { offsetMs: 60_000 });

    expect(await sandbox.pay(pixCopiaECola)).toMatchObject({ status: 409, body: { code: 'sandbox.pix_expired' } });
    expect((await sandbox.psp('GET', `/v2/cob/${txid}`)).body).toMatchObject({ status: 'ATIVA' });
  });

  it('refuses a removed charge, and pays it when forced', async () => {
    const txid = newTxid();
    const { pixCopiaECola } = await sandbox.createCob(txid);
    const removal = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' };
    await sandbox.psp('PATCH', `/v2/cob/${txid}`, removal);

    expect(await sandbox.pay(pixCopiaECola)).toMatchObject({ status: 409, body: { code: 'sandbox.pix_removed' } });
    expect((await sandbox.pay(pixCopiaECola, { force: true })).status).toBe(200);
    expect((await sandbox.psp('GET', `/v2/cob/${txid}`)).body).toMatchObject({ ...removal, pix: [{ valor: '37.00' }] });
  });

  it.each([
    ['a code with a wrong digit', 400, 'sandbox.br_code_invalid', (emv: string) => `${emv.slice(0, -1)}!`],
    ['an unknown charge', 404, 'sandbox.location_not_found', () => code(`${host}/qr/v2/${'0'.repeat(32)}`)],
    ['a location at a stranger', 502, 'sandbox.location_untrusted', () => code('evil.example/qr/v2/1')],
    [
      'a location that serves no charge',
      502,
      'sandbox.location_unreachable',
      () => code(`${host}/.well-known/jwks.json`),
    ],
  ])('refuses %s', async (_what, status, problemCode, forge) => {
    const { pixCopiaECola } = await sandbox.createCob(newTxid());

    expect(await sandbox.pay(forge(String(pixCopiaECola)))).toMatchObject({ status, body: { code: problemCode } });
  });

  it.each([
    [{ amount: '0.00' }],
    [{ amount: '1.0' }],
    [{ amount: 1.005 }],
    [{ amount: -1 }],
    [{ amount: '10000000000.00' }],
  ])('refuses %j', async (more) => {
    const { pixCopiaECola } = await sandbox.createCob(newTxid());

    expect(await sandbox.pay(pixCopiaECola, more)).toMatchObject({ status: 400, body: { code: 'request.invalid' } });
  });
});

describe('settling', () => {
  it('lets one of ten payers through who all saw the charge unpaid', async () => {
    const txid = newTxid();
    await sandbox.createCob(txid);
    const table = createPixTable(postgresStore(sandbox.db));
    const settle = () => {
      const pix = { endToEndId: newEndToEndId(new Date()), txid, chave, amountMinor: 3_700, payerMessage: null };
      const now = new Date().toISOString();
      return table.settle({ pix: { ...pix, receivedAt: now }, isForced: false, callbackDueAt: now });
    };
    const settled = await Promise.all(Array.from({ length: 10 }, settle));

    expect(settled.filter((outcome) => outcome !== undefined)).toHaveLength(1);
    expect((await sandbox.psp('GET', `/v2/cob/${txid}`)).body['pix']).toHaveLength(1);
  });
});

describe('the content of a location', () => {
  it('is a JWS of the charge, and says when it was looked at', async () => {
    const { location } = await sandbox.createCob(newTxid());
    const answer = await sandbox.call('GET', String(location).replace(host, '/pix'));
    const [header = '', payload = ''] = answer.text.split('.').map((part) => Buffer.from(part, 'base64url').toString());

    expect(answer.headers.get('content-type')).toContain('application/jose');
    expect(JSON.parse(header)).toMatchObject({ alg: 'ES256', jku: `https://${host}/.well-known/jwks.json` });
    expect(JSON.parse(payload)).toMatchObject({ status: 'ATIVA', valor: { original: '37.00' }, chave });
    expect(payload).toContain('apresentacao');
  });

  it('verifies with public keys only', async () => {
    const { text } = await sandbox.call('GET', '/pix/.well-known/jwks.json');

    expect(JSON.parse(text)).toEqual({
      keys: [expect.objectContaining({ kty: 'EC', alg: 'ES256' })],
    });
    expect(text).not.toContain('"d"');
  });
});
