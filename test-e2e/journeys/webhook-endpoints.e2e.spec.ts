import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { Webhook } from 'standardwebhooks';
import { tokenFor } from '../../deploy/local/seed';
import { MerchantApi, request, type InboxMessage } from '../support/api';
import { describeOnEachSharedBus } from '../support/on-each-bus';

interface Event {
  readonly id: string;
  readonly type: string;
  readonly sequence: number;
  readonly previousId: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

interface Page {
  readonly data: readonly Event[];
  readonly nextAfter: string | null;
  readonly hasMore: boolean;
}

interface Endpoint {
  readonly id: string;
  readonly secret: string;
}

describeOnEachSharedBus('everything that happens to a merchant', (stack, bus) => {
  let merchant: MerchantApi;
  let endpoint: Endpoint;
  let chargeId: string;
  let begin: string | null = null;
  const inbox = `endpoint-${bus}`;

  /** The feed behind an event, to its end. */
  const feedBehind = async (after: string | null): Promise<readonly Event[]> => {
    const query = after === null ? '' : `&after=${after}`;
    const { body } = await merchant.get<Page>(`/events?limit=500${query}`);
    return body.hasMore ? [...body.data, ...(await feedBehind(body.nextAfter))] : body.data;
  };
  const received = async (): Promise<ReadonlyMap<string, InboxMessage>> =>
    new Map((await merchant.inbox(inbox)).map((message) => [message.headers['webhook-id'] ?? '', message]));

  beforeAll(async () => {
    merchant = await MerchantApi.signIn(stack.file);
    begin = (await feedBehind(null)).at(-1)?.id ?? null;
    const { status, body } = await merchant.post<Endpoint>('/webhook-endpoints', {
      ...{ url: merchant.inboxUrl(inbox), eventTypes: ['*'], description: 'All of it', isOrdered: true },
    });
    expect(status).toBe(201);
    endpoint = body;
  });
  // Others of this stack are not to be slowed down by it.
  afterAll(() =>
    request('DELETE', `${stack.file.baseUrl}/webhook-endpoints/${endpoint.id}`, { token: merchant.token }),
  );

  it('comes to its endpoint: a charge, its payment, a refund of it, a withdrawal', async () => {
    const [ana] = stack.file.recipients;
    const { body } = await merchant.createPixCharge({
      split: [{ recipientEmail: ana?.email, kind: 'PERCENT', percent: 10 }],
    });
    chargeId = body.chargeId;
    await merchant.pay(body.checkoutMeta.emv);
    await eventuallyHolds(async () => expect((await merchant.charge(chargeId)).status).toBe('PAID'));
    await eventuallyHolds(async () =>
      expect(await merchant.post(`/refunds/invoice/${body.invoiceId}`, { amount: '40.00' })).toMatchObject({
        status: 200,
      }),
    );
    // The ledger books the payment moments after the charge is paid; until then there is nothing to withdraw.
    await eventuallyHolds(async () => {
      const withdrawal = { amount: '10.00', payCurrency: 'usdtbsc', payAddress: `0x${'9e'.repeat(20)}` };
      expect(await merchant.post('/withdrawals', withdrawal)).toMatchObject({ status: 201 });
    });

    await eventuallyHolds(async () => {
      const types = (await feedBehind(begin))
        .filter(({ data }) => JSON.stringify(data).includes(chargeId) || 'payout' in data)
        .map(({ type }) => type);
      expect(types).toEqual(
        expect.arrayContaining([
          ...['charge.created', 'attempt.offered', 'charge.paid', 'settlement.completed', 'settlement.released'],
          ...['refund.requested', 'refund.succeeded', 'charge.refunded', 'settlement.reversed', 'payout.requested'],
        ]),
      );
    });
  });

  it('comes in order, each once, with the bytes that the feed has, and signed by the endpoint’s secret', async () => {
    await eventuallyHolds(async () => {
      const got = await received();
      expect((await feedBehind(begin)).filter(({ id }) => !got.has(id))).toEqual([]);
    });

    const messages = await merchant.inbox(inbox);
    const verifier = new Webhook(endpoint.secret);
    const events = messages.map(({ rawBody, headers }) => verifier.verify(rawBody, headers) as Event);
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => events[0]!.sequence + index));
    for (const { rawBody, headers } of messages)
      expect((await merchant.get(`/events/${headers['webhook-id']}`)).text).toBe(rawBody);
  });

  it('is numbered without a gap from the first event on', async () => {
    const all = await feedBehind(null);

    expect(all.map(({ sequence }) => sequence)).toEqual(all.map((_, index) => index + 1));
    expect(all.map(({ previousId }) => previousId)).toEqual([null, ...all.slice(0, -1).map(({ id }) => id)]);
  });

  it('tells a recipient of their own share only', async () => {
    const [ana] = stack.file.recipients;
    const { baseUrl, admin } = stack.file;
    const token = await tokenFor(baseUrl, admin.clientId, admin.clientSecret);
    const { body: key } = await request<{ clientId: string; clientSecret: string }>(
      ...(['POST', `${baseUrl}/users/${ana?.userId}/api-keys`] as const),
      { token, body: { scopes: ['webhooks:read'] } },
    );
    const recipient = await MerchantApi.signIn(stack.file, key);

    await eventuallyHolds(async () => {
      const { body } = await recipient.get<Page>(`/events?chargeId=${chargeId}&limit=500`);
      expect(body.data.map(({ type }) => type)).toEqual(
        expect.arrayContaining(['settlement.completed', 'settlement.released']),
      );
      const [completed] = body.data.filter(({ type }) => type === 'settlement.completed');
      expect(completed?.data).toEqual({
        settlement: {
          chargeId,
          currency: 'BRL',
          shares: [expect.objectContaining({ userId: ana?.userId, amount: '9.90' })],
        },
      });
    });
  });

  it('is waited for by a reader, who is answered when it happens', async () => {
    const after = (await feedBehind(null)).at(-1)?.id ?? '';
    const waiting = merchant.get<Page>(`/events?after=${after}&types=charge.canceled&waitSeconds=15`);
    const { body } = await merchant.createPixCharge();
    await merchant.post(`/charge/${body.chargeId}/cancel`);

    expect((await waiting).body.data).toMatchObject([
      { type: 'charge.canceled', data: { charge: { id: body.chargeId } } },
    ]);
  });
});
