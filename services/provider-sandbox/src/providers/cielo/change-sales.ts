import { toIso } from '@repasse/chassis/clock';
import { assertNever } from '@repasse/chassis/decider';
import { type Change, changeDocument, unchanged } from '../../callbacks/commit';
import { type ProviderAnswer } from '../answer';
import { param } from '../request';
import { amountOf, type Cielo, type CieloEndpoint, notFound, notified, paymentIdOf, refused, salesOf } from './cielo';
import { describeOutcome, linksOf } from './describe-sale';
import { captureSale as capture, changeTypes, type Sale } from './sale';
import { fault } from './sale-rules';
import { voidSale } from './void-sale';

/** PUT /1/sales/{PaymentId}/capture?amount= */
export const captureSale: CieloEndpoint = async (cielo, request) => {
  const now = toIso(cielo.clock.now());
  const answer = await changeDocument(cielo, cielo.sales, paymentIdOf(request), (sale) => {
    const captured = capture(sale, amountOf(request) ?? sale.terms.amount, now);
    if (captured === undefined) return unchanged(refused(400, fault(308, 'Transaction not available to capture')));
    return notified(cielo, captured, changeTypes.status, describeChange(captured));
  });
  return answer ?? notFound();
};

/** PUT /1/sales/{PaymentId}/void?amount= */
export const cancelSale: CieloEndpoint = (cielo, request) => cancel(cielo, paymentIdOf(request), amountOf(request));

/** PUT /1/sales/OrderId/{MerchantOrderId}/void?amount=: the newest sale of that order. */
export const cancelSaleOfOrder: CieloEndpoint = async (cielo, request) => {
  const [sale] = await salesOf(cielo, param(request, 'merchantOrderId'));
  return sale === undefined ? notFound() : cancel(cielo, sale.paymentId, amountOf(request));
};

const cancel = async (cielo: Cielo, paymentId: string, amount: number | null): Promise<ProviderAnswer> =>
  (await changeDocument(cielo, cielo.sales, paymentId, (sale) => giveBack(cielo, sale, amount))) ?? notFound();

/** Gives money back, or lets go of an authorisation. A void that is denied is a 200 too: only its code says so. */
const giveBack = (cielo: Cielo, sale: Sale, amount: number | null): Change<Sale, ProviderAnswer> => {
  const { outcome } = cielo.refunds.get().card;
  const isDenied = outcome === 'failed' || outcome === 'declined';
  const voiding = voidSale(sale, { amount, isDenied, now: toIso(cielo.clock.now()) });
  switch (voiding.kind) {
    case 'not_available':
      return unchanged(refused(400, fault(309, 'Transaction not available to void')));
    case 'denied': {
      const returned = { ReturnCode: voiding.returnCode, ReturnMessage: voiding.returnMessage };
      const reason = { ReasonCode: 9, ReasonMessage: 'Denied' };
      return notified(cielo, sale, changeTypes.voidDenied, describeChange(sale, { ...returned, ...reason }));
    }
    case 'voided': {
      const returned = { ReturnCode: voiding.isPartial ? '0' : '9', ReturnMessage: 'Operation Successful' };
      const reason = { ReasonCode: 0, ReasonMessage: 'Successful', VoidedAmount: voiding.sale.voidedAmount };
      const changeType = voiding.isPartial ? changeTypes.partialVoid : changeTypes.status;
      return notified(cielo, voiding.sale, changeType, describeChange(voiding.sale, { ...returned, ...reason }));
    }
    default:
      return assertNever(voiding);
  }
};

const describeChange = (sale: Sale, returned: { readonly ReturnCode?: string } = {}): ProviderAnswer => ({
  status: 200,
  body: {
    ...describeOutcome(sale),
    ...returned,
    ...(returned.ReturnCode !== undefined && { ProviderReturnCode: returned.ReturnCode }),
    Links: linksOf(sale),
  },
});
