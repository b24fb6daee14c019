import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { MerchantApi, type Answer, type Problem } from '../support/api';
import { describeOnShared } from '../support/on-each-bus';

interface Envelope {
  readonly status: number;
  readonly code: string;
  readonly response: {
    readonly id: number;
    readonly charge_id: string;
    readonly amount: number;
    readonly clientMode: string;
    readonly status: string;
    readonly emv: string;
    readonly checkout_id: string;
    readonly document_client: string;
    readonly createdAt: string;
  };
}

const inAnHour = (): string => new Date(Date.now() + 3_600_000).toISOString();

describeOnShared('postgres', 'a PIX payment', (stack) => {
  let merchant: MerchantApi;

  beforeAll(async () => {
    merchant = await MerchantApi.signIn(stack.file);
  });

  const create = <Body = Envelope>(body: object): Promise<Answer<Body>> =>
    merchant.post<Body>('/payments', { amount: 25.5, expire_at: inAnHour(), ...body });

  const isPaid = ({ id }: Envelope['response']): Promise<unknown> =>
    eventuallyHolds(async () => {
      const { body } = await merchant.get<Envelope>(`/payments/${String(id)}`);
      expect(body.response.status).toBe('Pago');
    });

  it.each([
    ['noNeedToSpecify', {}],
    ['fillDataNow', { name_client: 'Ana Souza', document_client: '12ABC34501DE35', document_type: 'CNPJ' }],
    ['requestCheckout', {}],
  ])('is made with clientMode %s and paid', async (clientMode, payer) => {
    const { status, body } = await create({ clientMode, ...payer });

    expect(status).toBe(201);
    expect(body).toMatchObject({
      status: 201,
      code: 'payment_created',
      response: {
        amount: 25.5,
        clientMode,
        status: 'Aguardando pagamento',
        createdAt: expect.stringMatching(/-03:00$/),
      },
    });
    await merchant.pay(body.response.emv);
    await isPaid(body.response);
  });

  it('is the merchant’s in the ledger, less the fee', async () => {
    // Three times 25.50, each less 0.99 % with at least 0.29.
    await eventuallyHolds(async () =>
      expect(await merchant.availableCents(stack.file.merchant.userId)).toBe(3 * (2_550 - 29)),
    );
    expect(await merchant.ledgerCheck()).toMatchObject({ isBalanced: true });
  });

  it('is told by a webhook, a timeline and a settlement like every charge', async () => {
    // Also when its address is written as no event may hold it.
    const webhook_url = merchant.inboxUrl('payments').replace('http://', 'HTTP://');
    const { body } = await create({ clientMode: 'noNeedToSpecify', webhook_url });
    const { id, emv, charge_id } = body.response;
    await merchant.pay(emv);

    await eventuallyHolds(async () => expect(await merchant.inbox('payments')).toHaveLength(1));
    const [message] = await merchant.inbox('payments');
    expect(message?.verified).toBe(true);
    expect(JSON.parse(message?.rawBody ?? '{}')).toMatchObject({
      type: 'charge.paid',
      data: { charge: { id: charge_id, status: 'PAID', grossAmount: '25.50' } },
    });
    await eventuallyHolds(async () => {
      const types = await merchant.timelineTypes(charge_id);
      expect(types).toEqual(
        expect.arrayContaining(['repasse.charge.paid.v1', 'repasse.split.settled.v1', 'repasse.webhook.delivered.v1']),
      );
    });
    expect((await merchant.get(`/settlements/${charge_id}`)).status).toBe(200);
    expect(await merchant.post(`/invoices/resend-webhook/${String(id)}`)).toMatchObject({ status: 200 });
  });

  it('goes back to the payer in full', async () => {
    const { body } = await create({ clientMode: 'noNeedToSpecify' });
    await merchant.pay(body.response.emv);
    await isPaid(body.response);

    expect((await merchant.post(`/refunds/invoice/${String(body.response.id)}`, {})).status).toBe(200);

    await eventuallyHolds(async () => {
      const { body: list } = await merchant.get<{ readonly data: readonly { readonly status: string }[] }>(
        `/refunds/invoice/${String(body.response.id)}`,
      );
      expect(list.data).toMatchObject([{ status: 'SUCCEEDED' }]);
    });
    await eventuallyHolds(async () => expect(await merchant.ledgerCheck()).toMatchObject({ isBalanced: true }));
  });

  it.each([
    [
      'a document whose digits do not add up',
      { clientMode: 'fillDataNow', name_client: 'Ana', document_client: '12ABC34501DE36', document_type: 'CNPJ' },
      'document_client',
    ],
    ['no client where one is asked for', { clientMode: 'fillDataNow' }, 'name_client'],
    ['a fraction of a centavo', { clientMode: 'noNeedToSpecify', amount: 10.005 }, 'amount'],
    [
      'a webhook address with a blank',
      { clientMode: 'noNeedToSpecify', webhook_url: ' http://a.example' },
      'webhook_url',
    ],
    ['a way back without a host', { clientMode: 'noNeedToSpecify', redirect_url: 'http:///thanks' }, 'redirect_url'],
    ['an end in the past', { clientMode: 'noNeedToSpecify', expire_at: '2020-01-01T00:00:00Z' }, 'expire_at'],
  ])('is refused with %s', async (_, body, field) => {
    const answer = await create<Problem>(body);

    expect(answer.status).toBe(400);
    expect(answer.body.errors?.map((fault) => fault.field)).toContain(field);
  });
});
