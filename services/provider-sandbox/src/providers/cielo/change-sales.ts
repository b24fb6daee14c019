import { toIso } from '@repasse/chassis/clock';
import { assertNever } from '@repasse/chassis/decider';
import { type Change, changeDocument, unchanged } from '../../callbacks/commit';
import { type ProviderAnswer } from '../answer';
import { type Cielo, type CieloEndpoint, notFound, notified, paymentIdOf, refused } from './cielo';
import { captureSale as capture, changeTypes, type Sale } from './sale';
import { fault } from './sale-rules';
import { voidSale } from './void-sale';

/** PUT /1/sales/{PaymentId}/capture */
export const captureSale: CieloEndpoint = async (cielo, request) => {
  const now = toIso(cielo.clock.now());
  const answer = await changeDocument(cielo, cielo.sales, paymentIdOf(request), (sale) => {
    const captured = capture(sale, now);
    if (captured === undefined) return unchanged(refused(400, fault(308, 'Transaction not available to capture')));
    return notified(cielo, captured, changeTypes.status, answerOf(captured, captured.returnCode));
  });
  return answer ?? notFound();
};

/** PUT /1/sales/{PaymentId}/void?amount= */
export const cancelSale: CieloEndpoint = async (cielo, request) => {
  const { amount } = request.query;
  const asked = typeof amount === 'string' && /^\d{1,12}$/.test(amount) ? Number(amount) : Number.NaN;
  const answer = await changeDocument(cielo, cielo.sales, paymentIdOf(request), (sale) =>
    giveBack(cielo, sale, amount === undefined ? null : asked),
  );
  return answer ?? notFound();
};

/** Gives money back, or lets go of an authorisation. A void that is denied is a 200 too: only its code says so. */
const giveBack = (cielo: Cielo, sale: Sale, amount: number | null): Change<Sale, ProviderAnswer> => {
  const { outcome } = cielo.refunds.get().card;
  const isDenied = outcome === 'failed' || outcome === 'declined';
  const voiding = voidSale(sale, { amount, isDenied, now: toIso(cielo.clock.now()) });
  switch (voiding.kind) {
    case 'not_available':
      return unchanged(refused(400, fault(309, 'Transaction not available to void')));
    case 'denied':
      return notified(cielo, sale, changeTypes.voidDenied, answerOf(sale, voiding.returnCode));
    case 'voided': {
      const changeType = voiding.isPartial ? changeTypes.partialVoid : changeTypes.status;
      return notified(cielo, voiding.sale, changeType, answerOf(voiding.sale, voiding.isPartial ? '0' : '9'));
    }
    default:
      return assertNever(voiding);
  }
};

const answerOf = ({ status }: Sale, returnCode: string): ProviderAnswer => ({
  status: 200,
  body: { Status: status, ReturnCode: returnCode },
});
