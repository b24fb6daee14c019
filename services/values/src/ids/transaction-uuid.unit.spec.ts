import { paymentIdOfUuid, transactionUuidOf } from './transaction-uuid';

describe('id_transaction of a payment in coins', () => {
  it.each(['pay_01KAJ2E8V4N7Q0S6T3W9X5Y1Z2', 'pay_00000000000000000000000000', 'pay_7ZZZZZZZZZZZZZZZZZZZZZZZZZ'])(
    'of %s leads back to it, in any case',
    (paymentId) => {
      const uuid = transactionUuidOf(paymentId);

      expect(paymentIdOfUuid(uuid)).toBe(paymentId);
      expect(paymentIdOfUuid(uuid.toUpperCase())).toBe(paymentId);
    },
  );

  it.each(['pay_01KAJ2E8V4N7Q0S6T3W9X5Y1Z2', 'order-4711', '019aa427-2364-a9ee-06e4-c1e4fa5f07e', ''])(
    '%j is none',
    (text) => expect(paymentIdOfUuid(text)).toBeUndefined(),
  );
});
