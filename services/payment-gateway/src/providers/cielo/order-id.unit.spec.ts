import { randomIds } from '@repasse/chassis/ids';
import { orderIdOf, paymentIdOfOrder } from './order-id';

describe('the order id of a payment', () => {
  it('has 20 letters and digits, and leads back to the payment', () => {
    for (let count = 0; count < 500; count++) {
      const paymentId = `pay_${randomIds.ulid()}`;
      const orderId = orderIdOf(paymentId);
      expect(orderId).toMatch(/^[0-9A-Za-z]{20}$/);
      expect(paymentIdOfOrder(orderId)).toBe(paymentId);
    }
  });

  it('differs for payments of one millisecond', () => {
    const orderIds = Array.from({ length: 1_000 }, () => orderIdOf(`pay_${randomIds.ulid()}`));

    expect(new Set(orderIds).size).toBe(orderIds.length);
  });

  it('never changes for a payment', () => {
    expect(orderIdOf('pay_01KAJ2E8V4N7Q0S6T3W9X5Y1Z2')).toBe('6LKy23ukfzpWpiNLRwSQ');
  });

  it.each(['pay_00000000000000000000000000', 'pay_7ZZZZZZZZZZZZZZZZZZZZZZZZZ'])('is refused to %s', (paymentId) => {
    expect(() => orderIdOf(paymentId)).toThrow(/outside of 2024 to 2042/);
  });

  it.each(['', 'order-42', '6LKy23ukfzpWpiNLRwS', '6LKy23ukfzpWpiNLRwS-', '6LKy23ukfzpWpiNLRwSQx'])(
    'is not %p, which another system made',
    (orderId) => {
      expect(paymentIdOfOrder(orderId)).toBeUndefined();
    },
  );
});
