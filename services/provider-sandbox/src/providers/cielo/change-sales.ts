import { toIso } from '@repasse/chassis/clock';
import { assertNever } from '@repasse/chassis/decider';
import { type ProviderAnswer } from '../answer';
import { param } from '../request';
import { amountOf, changeSale, type Cielo, type CieloEndpoint, notFound, paymentIdOf, refused, salesOf } from './cielo';
import { describeOutcome, linksOf } from './describe-sale';
import { captureSale as capture, changeTypes, type Sale } from './sale';
import { fault } from './sale-rules';
import { type Voiding, voidSale } from './void-sale';

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

/** PUT /1/sales/{PaymentId}/void?amount= */
export const cancelSale: CieloEndpoint = (cielo, request) => cancel(cielo, paymentIdOf(request), amountOf(request));

/** PUT /1/sales/OrderId/{MerchantOrderId}/void?amount=: the newest sale of that order. */
export const cancelSaleOfOrder: CieloEndpoint = async (cielo, request) => {
  const [sale] = await salesOf(cielo, param(request, 'merchantOrderId'));
  return sale === undefined ? notFound() : cancel(cielo, sale.paymentId, amountOf(request));
};

/** Gives money back, or lets go of an authorisation. */
const cancel = async (cielo: Cielo, paymentId: string, amount: number | null): Promise<ProviderAnswer> => {
  const { outcome } = cielo.refunds.get().card;
  const isDenied = outcome === 'failed' || outcome === 'declined';
  const now = toIso(cielo.clock.now());
  const changed = await changeSale(cielo, paymentId, (sale) => {
    const voiding = voidSale(sale, { amount, isDenied, now });
    return {
      sale: voiding.kind === 'voided' ? voiding.sale : undefined,
      changeType: changeOf(voiding),
      answer: voiding,
    };
  });
  return changed === undefined ? notFound() : answerTo(changed.answer, changed.sale);
};

const changeOf = (voiding: Voiding): number | undefined => {
  switch (voiding.kind) {
    case 'voided':
      return voiding.isPartial ? changeTypes.partialVoid : changeTypes.status;
    case 'denied':
      return changeTypes.voidDenied;
    case 'not_available':
      return undefined;
    default:
      return assertNever(voiding);
  }
};

/** A void that is denied is a 200 too: the code says so, and the sale stays as it was. */
const answerTo = (voiding: Voiding, sale: Sale): ProviderAnswer => {
  if (voiding.kind === 'not_available') return refused(400, fault(309, 'Transaction not available to void'));
  const returned =
    voiding.kind === 'denied'
      ? { ReturnCode: voiding.returnCode, ReturnMessage: voiding.returnMessage, ReasonCode: 9, ReasonMessage: 'Denied' }
      : {
          ReturnCode: voiding.isPartial ? '0' : '9',
          ReturnMessage: 'Operation Successful',
          ReasonCode: 0,
          ReasonMessage: 'Successful',
          VoidedAmount: sale.voidedAmount,
        };
  const ProviderReturnCode = returned.ReturnCode;
  return { status: 200, body: { ...describeOutcome(sale), ...returned, ProviderReturnCode, Links: linksOf(sale) } };
};
