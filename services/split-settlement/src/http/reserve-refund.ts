import { toIso, type Clock } from '@repasse/chassis/clock';
import { assertNever } from '@repasse/chassis/decider';
import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { problem } from '@repasse/chassis/http/problem';
import { type Ids } from '@repasse/chassis/ids';
import { formatAmount } from '@repasse/values/money';
import { type Database } from '@repasse/chassis/postgres/database';
import { type components } from '@repasse/contracts/generated/http/split-settlement';
import { reserveRefund } from '../store/reserve-refund';

type Body = components['schemas']['ReserveRefund'];

interface ReserveRefundDeps {
  readonly db: Database;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly debtMinorMax: number;
}

/** POST /internal/refund-reservations: for payment-gateway, before it asks a provider for a merchant's refund. */
export const reserveRefundOperation = (o: ReserveRefundDeps): Operation<Body> => ({
  handle: async ({ body }) => {
    const { refundId, currency } = body;
    const reserved = await reserveRefund(o.db, body, { ...o, now: toIso(o.clock.now()) });
    switch (reserved.outcome) {
      case 'reserved':
        return { status: 200, body: { refundId } };
      case 'not_booked':
        return notBooked(body);
      case 'refused': {
        const [debt, debtMax] = [
          formatAmount(reserved.debtMinor, currency),
          formatAmount(reserved.debtMinorMax, currency),
        ];
        return problem({
          status: 409,
          code: 'refund.balance_too_low',
          detail: `The refund would leave a debt of ${debt}; at most ${debtMax} may be owed.`,
          extra: { debt, debtMax, retryable: false },
        });
      }
      default:
        return assertNever(reserved);
    }
  },
});

const notBooked = ({ paymentId }: Body): ApiResponse =>
  problem({
    status: 503,
    code: 'refund.balance_not_known',
    detail: `Payment ${paymentId} is not booked in full yet.`,
    headers: { 'Retry-After': '1' },
    extra: { retryable: true },
  });
