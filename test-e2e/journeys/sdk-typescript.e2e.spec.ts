import { eventually, eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { isApiError, Repasse, toMinor, type FeedEvent } from '@repasse/sdk';
import { MerchantApi } from '../support/api';
import { describeOnEachSharedBus } from '../support/on-each-bus';

/** A payout takes some steps at the provider. */
const paidOut = { timeoutMs: 180_000 };

describeOnEachSharedBus('a merchant who uses the TypeScript SDK', (stack, bus) => {
  let repasse: Repasse;
  let simulated: MerchantApi;
  let before: string | undefined;
  let chargeId = '';
  const inbox = `sdk-${bus}`;
  const address = `0x${'7'.repeat(40)}`;

  beforeAll(async () => {
    const { baseUrl, merchant } = stack.file;
    const { clientId, clientSecret, webhookSecret } = merchant;
    repasse = new Repasse({ baseUrl, clientId, clientSecret, webhookSecrets: [webhookSecret] });
    simulated = await MerchantApi.signIn(stack.file);
    const { data } = await repasse.events.list({ limit: 500 });
    before = data.at(-1)?.id;
  });

  it('creates a charge once, whatever is repeated, and sees it paid', async () => {
    const body = {
      grossAmount: '200.00',
      currency: 'BRL',
      paymentMethod: 'PIX',
      externalReference: `sdk-${bus}`,
      webhookUrl: simulated.inboxUrl(inbox),
    } as const;
    const options = { idempotencyKey: `sdk-${bus}-order` };
    const made = await repasse.charges.create(body, options);
    const repeated = await repasse.charges.create(body, options).withResponse();
    expect(repeated).toMatchObject({ data: { id: made.id }, response: { isReplayed: true } });
    if (!('checkoutMeta' in made) || made.checkoutMeta?.method !== 'PIX') throw new Error('No PIX was made.');
    ({ chargeId } = made);

    await simulated.pay(made.checkoutMeta.emv);

    await eventuallyHolds(async () => expect((await repasse.charges.get(chargeId)).status).toBe('PAID'));
    const listed: string[] = [];
    for await (const charge of repasse.charges.list({ limit: 1 })) listed.push(charge.id);
    expect(listed).toContain(chargeId);
  });

  it('believes the webhook that tells of it, and no other', async () => {
    const message = await eventually(async () =>
      (await simulated.inbox(inbox)).find(({ rawBody }) => rawBody.includes('"charge.paid"')),
    );
    const event = await repasse.webhooks.unwrap(message.rawBody, message.headers);

    expect(event.type).toBe('charge.paid');
    await expect(repasse.webhooks.unwrap(message.rawBody.replace('200.00', '2.00'), message.headers)).rejects.toThrow();
  });

  it('gives a part back, and is told what may be done where a refund is refused', async () => {
    await eventuallyHolds(() => repasse.refunds.requestCharge(chargeId, { amount: '50.00' }).then());
    await eventuallyHolds(async () => {
      const { data, refundable } = await repasse.refunds.listCharge(chargeId);
      expect(data).toMatchObject([{ amount: '50.00', status: 'SUCCEEDED' }]);
      expect(toMinor(refundable)).toBe(15_000);
    });

    const thrown = await repasse.charges.cancel(chargeId).catch((fault: unknown) => fault);
    expect(isApiError(thrown, 'charge.not_cancelable')).toBe(true);
  });

  it('has its balance paid out', async () => {
    await eventuallyHolds(async () => {
      const { available } = await repasse.ledger.getBalance();
      expect(toMinor(available)).toBeGreaterThan(10_000);
    });
    const { id } = await repasse.withdrawals.request({ amount: '100.00', payCurrency: 'usdtbsc', payAddress: address });

    await eventuallyHolds(async () => expect((await repasse.withdrawals.get(id)).status).toBe('PAID'), paidOut);
    expect(await repasse.payouts.listCsv({ limit: 1 })).toContain(id);
    expect(await repasse.payouts.getReceipt(id)).toMatchObject({ withdrawalId: id });
  });

  it('reads all of it in the feed, in order and once', async () => {
    const ending = new AbortController();
    const seen: FeedEvent[] = [];
    const follow = { ...(before === undefined ? {} : { after: before }), signal: ending.signal };
    for await (const event of repasse.followEvents(follow)) {
      seen.push(event);
      if (event.type === 'payout.paid') ending.abort();
    }

    const types = seen.map(({ type }) => type);
    for (const type of ['charge.created', 'charge.paid', 'refund.succeeded', 'payout.paid']) {
      expect(types.filter((each) => each === type)).toHaveLength(1);
    }
    expect(types.indexOf('charge.paid')).toBeGreaterThan(types.indexOf('charge.created'));
  });
});
