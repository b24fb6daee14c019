import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { installTimeoutMs, pythonWithPackage, runTimeoutMs, type Python } from '../../clients/python/test/environment';
import { MerchantApi } from '../support/api';
import { describeOnEachSharedBus } from '../support/on-each-bus';

interface Order {
  readonly chargeId: string;
  readonly paidEventId: string;
  readonly refundId: string;
  readonly payoutId: string;
  readonly events: readonly string[];
}

describeOnEachSharedBus('a merchant who uses the Python SDK', (stack) => {
  let python: Python;
  let order: Order;

  beforeAll(async () => {
    python = await pythonWithPackage();
  }, installTimeoutMs);

  it(
    'takes an order from its charge to the payout, as the example does',
    async () => {
      const { baseUrl, sandboxUrl, merchant } = stack.file;
      const printed = await python(['examples/order.py'], {
        REPASSE_BASE_URL: baseUrl,
        REPASSE_SANDBOX_URL: sandboxUrl,
        REPASSE_CLIENT_ID: merchant.clientId,
        REPASSE_CLIENT_SECRET: merchant.clientSecret,
        REPASSE_WEBHOOK_SECRET: merchant.webhookSecret,
      });
      order = JSON.parse(printed) as Order;

      for (const type of ['charge.created', 'charge.paid', 'refund.succeeded', 'payout.paid']) {
        expect(order.events.filter((each) => each === type)).toEqual([type]);
      }
      expect(order.events.indexOf('charge.paid')).toBeGreaterThan(order.events.indexOf('charge.created'));
    },
    runTimeoutMs,
  );

  it('finds one charge, paid, with one refund, whoever asks', async () => {
    const api = await MerchantApi.signIn(stack.file);
    expect((await api.charge(order.chargeId)).status).toBe('PAID');
    await eventuallyHolds(async () => {
      const { body } = await api.get<{ data: readonly object[] }>(`/charge/${order.chargeId}/refunds`);
      expect(body.data).toMatchObject([{ id: order.refundId, amount: '50.00', status: 'SUCCEEDED' }]);
    });
  });
});
