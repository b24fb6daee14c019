import { getPixPayloadInfo, isValidPixPayload } from '@brazilian-utils/brazilian-utils';
import { eventually } from '@repasse/chassis/testing/eventually';
import { type Bank, startBank } from './support/bank';
import { type Gateway, newRequest, startGateway } from './support/gateway';

interface Pix {
  readonly emv: string;
  readonly txid: string;
}

let bank: Bank;
let gateway: Gateway;

beforeAll(async () => {
  bank = await startBank();
  gateway = await startGateway(bank);
});
afterAll(async () => {
  await gateway.stop();
  await bank.stop();
});
afterEach(() => bank.tamper(undefined));

describe('a payment that is asked for', () => {
  it('comes with a BR Code an independent library validates', async () => {
    const { paymentId, txid, body } = newRequest();
    const answer = await gateway.requestPayment(body);

    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      paymentId,
      paymentMethod: 'PIX',
      provider: 'PIX_BCB',
      providerReference: txid,
      status: 'PENDING',
      expiresAt: body['expiresAt'],
    });
    const pix = answer.body['pix'] as Pix;
    expect(pix.txid).toBe(txid);
    expect(isValidPixPayload(pix.emv)).toBe(true);
    expect(getPixPayloadInfo(pix.emv)).toMatchObject({ url: (await bank.cob(txid))?.location });
  });

  it('tells the bank what the standard has a place for, under the payment’s own txid', async () => {
    const { txid, body } = newRequest({
      amountMinor: 1_234_567,
      payer: { name: 'Fulano de Tal', email: 'fulano@example.com', document: '12345678909' },
      gatewayOptions: {
        pix: { payerMessage: 'Obrigado!', additionalInfo: [{ name: 'pedido', value: '42' }, { odd: true }] },
        other: { kept: 'and ignored' },
      },
    });
    await gateway.requestPayment(body);

    const asked = await bank.cob(txid);
    expect(asked).toMatchObject({
      valor: { original: '12345.67' },
      chave: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
      devedor: { nome: 'Fulano de Tal', cpf: '12345678909' },
      solicitacaoPagador: 'Obrigado!',
      infoAdicionais: [{ nome: 'pedido', valor: '42' }],
    });
    const expiracao = asked?.calendario.expiracao;
    expect(expiracao).toBeGreaterThan(3_590);
    expect(expiracao).toBeLessThanOrEqual(3_600);
  });

  it('is announced with its request and its offer, without anything about the payer', async () => {
    const payer = { name: 'Maria Silva', email: 'maria@example.com', document: '98765432100' };
    const { paymentId, txid, body } = newRequest({ payer });
    const { body: answered } = await gateway.requestPayment(body);
    const [requested, offered] = await gateway.expectPublished(paymentId, ['requested', 'offered']);

    const facts = {
      paymentId,
      invoiceId: answered['invoiceId'],
      userId: 1_001,
      chargeId: body['chargeId'],
      attemptId: body['attemptId'],
      paymentMethod: 'PIX',
      amountMinor: 10_000,
      currency: 'BRL',
      provider: 'PIX_BCB',
    };
    expect(requested?.data).toMatchObject({ ...facts, externalReference: 'order-42' });
    expect(offered?.data).toMatchObject({ ...facts, providerReference: txid, expiresAt: body['expiresAt'] });
    expect([requested?.position, offered?.position]).toEqual([1, 2]);

    const history = await gateway.db.query('select data from events where stream_id = $1', [paymentId]);
    expect(JSON.stringify([requested, offered, history])).not.toMatch(/Maria|maria@|98765432100/);
    const [kept] = await gateway.db.query('select name, email, document from payers where payment_id = $1', [
      paymentId,
    ]);
    expect(kept).toEqual(payer);
  });

  it('leaves a raw record of what was asked and answered, with secrets and the payer masked', async () => {
    const { txid, body } = newRequest({ payer: { name: 'Joana Souza', document: '11144477735' } });
    await gateway.requestPayment(body);

    const rows = await eventually(async () => {
      const found = await gateway.db.query<{ operation: string }>(
        `select operation, response_status, request_body, response_body from provider_calls
         where reference = $1 or operation = 'token' order by call_id`,
        [txid],
      );
      return found.some(({ operation }) => operation === 'put_cob') ? found : undefined;
    });
    expect(rows).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ operation: 'put_cob', response_status: 201 }),
        expect.objectContaining({ operation: 'token', response_status: 200 }),
      ]),
    );
    const text = JSON.stringify(rows);
    expect(text).toContain('100.00');
    expect(text).not.toMatch(/Joana|11144477735|eyJ|a-secret-for-the-bank/);
  });
});

describe('the same request again', () => {
  it('gets the same answer, asks the bank nothing and publishes nothing', async () => {
    const { paymentId, body } = newRequest();
    const first = await gateway.requestPayment(body);
    const asked = bank.count('put_cob');
    const second = await gateway.requestPayment(body);

    expect(second.status).toBe(200);
    expect(second.body).toEqual(first.body);
    expect(bank.count('put_cob')).toBe(asked);
    await gateway.expectPublished(paymentId, ['requested', 'offered']);
  });

  it('at the same time is one payment with one number and one charge at the bank', async () => {
    const { paymentId, txid, body } = newRequest();
    const answers = await Promise.all(Array.from({ length: 20 }, () => gateway.requestPayment(body)));

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map((each) => JSON.stringify(each.body))).size).toBe(1);
    expect((await bank.cob(txid))?.valor.original).toBe('100.00');
    await gateway.expectPublished(paymentId, ['requested', 'offered']);
  });

  it.each([
    ['amountMinor', 10_001],
    ['userId', 1_002],
    ['chargeId', null],
  ])('with another %s is refused and changes nothing', async (field, value) => {
    const { paymentId, body } = newRequest();
    await gateway.requestPayment(body);
    const other = await gateway.requestPayment({ ...body, [field]: value });

    expect(other.status).toBe(409);
    expect(other.body).toMatchObject({ code: 'payment.exists_with_different_content' });
    expect(other.body['detail']).toContain(field);
    await gateway.expectPublished(paymentId, ['requested', 'offered']);
  });

  it('gives every payment a number of its own', async () => {
    const numbers = await Promise.all(
      Array.from({ length: 10 }, async () => (await gateway.requestPayment(newRequest().body)).body['invoiceId']),
    );
    expect(new Set(numbers).size).toBe(10);
    expect(numbers.every((number) => Number.isSafeInteger(number))).toBe(true);
  });
});

describe('a request that cannot be', () => {
  it.each([
    ['an expiry in the past', { expiresAt: '2020-01-01T00:00:00.000Z' }, 400],
    ['an amount of zero', { amountMinor: 0 }, 400],
    ['half a centavo', { amountMinor: 0.5 }, 400],
    ['an amount the standard has no digits for', { amountMinor: 1_000_000_000_000 }, 400],
    ['another currency', { currency: 'USD' }, 400],
    ['a payment id of its own making', { paymentId: 'pay_1' }, 400],
    ['crypto, which needs a coin', { paymentMethod: 'CRYPTO' }, 400],
    ['a card, which has an operation of its own', { paymentMethod: 'CREDIT_CARD' }, 400],
    ['another currency’s checkout and no quote', { paymentMethod: 'INTERNATIONAL' }, 400],
    ['a quote PIX has no use for', { fxQuoteId: 'fxq_01KAJ2E8V4N7Q0S6T3W9X5Y1Z2' }, 400],
  ])('with %s is refused before the bank hears of it', async (_, other, status) => {
    const asked = bank.count('put_cob');
    const answer = await gateway.requestPayment(newRequest(other).body);

    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(bank.count('put_cob')).toBe(asked);
  });

  it('without the internal token is refused', async () => {
    const answer = await gateway.requestPayment(newRequest().body, {
      'repasse-internal-token': 'a-guess-at-the-token',
    });

    expect(answer.status).toBe(401);
  });

  it('finds no payment that was never asked for', async () => {
    const answer = await gateway.getPayment(newRequest().paymentId);

    expect(answer.status).toBe(404);
    expect(answer.body).toMatchObject({ code: 'payment.not_found' });
  });
});

describe('what the bank says is checked before a payer sees it', () => {
  const withoutCode = ({ pixCopiaECola: _code, ...cob }: Record<string, unknown>): Record<string, unknown> => cob;

  it.each([
    ['gives no code', withoutCode],
    ['gives a code with a broken checksum', (cob) => ({ ...cob, pixCopiaECola: `${String(cob['pixCopiaECola'])}0` })],
    [
      'gives the code of another place',
      (cob) => ({
        ...cob,
        location: 'bank.example.com/qr/v2/other',
      }),
    ],
  ] satisfies [string, (cob: Record<string, unknown>) => Record<string, unknown>][])(
    'builds the code from the location when the bank %s',
    async (_, tampering) => {
      bank.tamper(tampering);
      const { txid, body } = newRequest();
      const answer = await gateway.requestPayment(body);

      const { emv } = answer.body['pix'] as Pix;
      const place = (tampering({ ...(await bank.cob(txid)) }) as { location: string }).location;
      expect(isValidPixPayload(emv)).toBe(true);
      expect(getPixPayloadInfo(emv)).toMatchObject({
        url: place,
        merchantName: 'Repasse Demonstracao',
        merchantCity: 'Sao Paulo',
      });
    },
  );

  it.each([
    ['is for another amount', (cob) => ({ ...cob, valor: { original: '1.00' } })],
    ['has another txid', (cob) => ({ ...cob, txid: '0'.repeat(26) })],
    ['has neither code nor location', (cob) => ({ ...withoutCode(cob), location: undefined, loc: undefined })],
    ['is removed already', (cob) => ({ ...cob, status: 'REMOVIDA_PELO_PSP' })],
  ] satisfies [string, (cob: Record<string, unknown>) => Record<string, unknown>][])(
    'offers no charge that %s',
    async (_, tampering) => {
      bank.tamper(tampering);
      const { paymentId, body } = newRequest();
      const answer = await gateway.requestPayment(body);

      expect(answer.status).toBe(502);
      expect(answer.body).toMatchObject({
        code: 'provider.rejected',
        paymentId,
        currentStatus: 'FAILED',
        retryable: false,
      });
      const [, failed] = await gateway.expectPublished(paymentId, ['requested', 'failed']);
      expect(failed?.data).toMatchObject({ reason: 'PROVIDER_ERROR' });
    },
  );
});
