import { toIso } from '@repasse/chassis/clock';
import { amountOf, changeSale, notFound, paymentIdOf, refused, type CieloEndpoint } from './cielo';
import { describeOutcome, linksOf } from './describe-sale';
import { captureSale as capture } from './make-sale';
import { changeTypes } from './sale';
import { fault } from './sale-rules';

/** PUT /1/sales/{PaymentId}/capture?amount= */
export const captureSale: CieloEndpoint = async (cielo, request) => {
  const now = toIso(cielo.clock.now());
  const changed = await changeSale(cielo, paymentIdOf(request), (sale) => {
    const captured = capture(sale, amountOf(request) ?? sale.terms.amount, now);
    const changeType = captured === undefined ? undefined : changeTypes.status;
    return { sale: captured, changeType, answer: captured !== undefined };
  });
  if (changed === undefined) return notFound();
  if (!changed.answer) return refused(400, fault(308, 'Transaction not available to capture'));
  return { status: 200, body: { ...describeOutcome(changed.sale), Links: linksOf(changed.sale) } };
};
