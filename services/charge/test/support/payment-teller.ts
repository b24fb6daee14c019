import { type TestAnswer } from '@repasse/chassis/testing/http-test';
import { type EventData, type EventType } from '@repasse/contracts';
import { merchantId, type ChargeService } from './charge-service';

type PaymentEventType = Extract<EventType, `repasse.${'payment' | 'refund' | 'dispute'}.${string}`>;

/** What the gateway tells of the payments of attempts, in order, each event built on the contract's own example. */
export class PaymentTeller {
  constructor(private readonly charge: ChargeService) {}

  async tell<T extends PaymentEventType>(
    type: T,
    attempt: TestAnswer['body'],
    over: Partial<EventData[T]> = {},
  ): Promise<{ readonly paymentId: string; readonly position: number }> {
    const paymentId = paymentIdOf(attempt);
    const facts = {
      paymentId,
      invoiceId: Number(attempt['invoiceId']),
      userId: merchantId,
      chargeId: String(attempt['chargeId']),
      attemptId: String(attempt['id']),
      paymentMethod: String(attempt['paymentMethod']),
    };
    const { position } = await this.charge.bus.tell(type, paymentId, { ...facts, ...over });
    return { paymentId, position };
  }

  /** The whole amount, in time, unless told otherwise. */
  receive(
    attempt: TestAnswer['body'],
    over: Partial<EventData['repasse.payment.received.v1']> = {},
  ): ReturnType<PaymentTeller['tell']> {
    return this.tell('repasse.payment.received.v1', attempt, {
      amountMinor: 10_000,
      expectedAmountMinor: 10_000,
      providerReference: `E-${paymentIdOf(attempt)}`,
      receivedAt: '2026-11-21T12:03:10.000Z',
      recordedAt: '2026-11-21T12:03:11.000Z',
      ...over,
    });
  }

  /** Whether the service has taken what was told. */
  async isConsumed({
    paymentId,
    position,
  }: {
    readonly paymentId: string;
    readonly position: number;
  }): Promise<boolean> {
    const [row] = await this.charge.db.query<{ position: number }>(
      "select position from consumed_positions where topic = 'payment.events.v1' and key = $1",
      [paymentId],
    );
    return (row?.position ?? 0) >= position;
  }
}

export const paymentIdOf = (attempt: TestAnswer['body']): string => String(attempt['id']).replace('att_', 'pay_');
