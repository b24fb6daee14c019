import { type TestAnswer } from '@repasse/chassis/testing/http-test';
import { merchantId, type ChargeService } from './charge-service';

/** The gateway tells that the PIX code of a charge was paid. */
export const receivePix = async (charge: ChargeService, chargeId: string): Promise<void> => {
  const { body } = await charge.call('GET', `/charge/${chargeId}/attempts`);
  const [attempt] = Object.values(body) as TestAnswer['body'][];
  const paymentId = String(attempt?.['id']).replace('att_', 'pay_');
  await charge.publish('repasse.payment.received.v1', paymentId, 1, {
    ...{ paymentId, chargeId, attemptId: String(attempt?.['id']), invoiceId: Number(attempt?.['invoiceId']) },
    ...{ userId: merchantId, paymentMethod: 'PIX', currency: 'BRL', provider: 'PIX_BCB' },
    ...{ amountMinor: 10_000, expectedAmountMinor: 10_000, providerReference: 'E00000000202611211203abcdefghijk' },
    ...{ receivedAt: '2026-11-21T12:00:10.000Z', recordedAt: '2026-11-21T12:00:11.000Z' },
  });
};
