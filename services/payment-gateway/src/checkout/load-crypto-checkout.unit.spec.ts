import { fakeClock } from '@repasse/chassis/testing/clock';
import { facts, offered, requested, stateAfter } from '../../test/support/payments';
import { type PaymentState } from '../payments/domain/payment';
import { createLoadCryptoCheckout } from './load-crypto-checkout';

const clock = fakeClock('2026-11-21T12:00:00.000Z');

it.each<[string, PaymentState]>([
  ['a payment by PIX, which has the page of its charge', stateAfter(requested, offered)],
  ['a payment that is not there', { status: 'absent' }],
])('there is no page of %s', async (_, payment) => {
  const load = createLoadCryptoCheckout({ payments: { load: async () => payment }, clock, receiverName: 'Loja' });

  await expect(load(facts.paymentId)).rejects.toMatchObject({ problem: { status: 404, code: 'payment.not_found' } });
});
