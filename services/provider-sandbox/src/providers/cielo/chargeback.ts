import { digits } from './create-sale';
import { changeSale, type Cielo } from './cielo';
import { changeTypes, saleStatus, toBrasilia, type Chargeback, type Sale } from './sale';

export interface ChargebackRequest {
  readonly paymentId: string;
  /** Null is all that was captured. */
  readonly amount: number | null;
  readonly reasonCode: string;
  readonly reasonMessage: string;
  readonly status: string;
}

export type Charging =
  | { readonly kind: 'charged_back'; readonly chargeback: Chargeback; readonly sale: Sale }
  | { readonly kind: 'not_paid' }
  | { readonly kind: 'not_found' };

/** The payer's bank wants the money back. A second time, with another status, it is the same case going on. */
export const chargeBack = async (cielo: Cielo, request: ChargebackRequest): Promise<Charging> => {
  const today = toBrasilia(cielo.clock.now().toISOString()).slice(0, 10);
  const changed = await changeSale(cielo, request.paymentId, (sale) => {
    if (sale.status !== saleStatus.confirmed && sale.chargebacks.length === 0)
      return { sale: undefined, changeType: undefined, answer: undefined };
    const chargeback = caseOf(sale, request, today);
    return { sale: { ...sale, chargebacks: [chargeback] }, changeType: changeTypes.chargeback, answer: chargeback };
  });
  if (changed === undefined) return { kind: 'not_found' };
  const { sale, answer: chargeback } = changed;
  return chargeback === undefined ? { kind: 'not_paid' } : { kind: 'charged_back', chargeback, sale };
};

const caseOf = (
  sale: Sale,
  { amount, reasonCode, reasonMessage, status }: ChargebackRequest,
  date: string,
): Chargeback => {
  const [open] = sale.chargebacks;
  if (open !== undefined) return { ...open, status };
  return { caseNumber: digits(6), amount: amount ?? sale.capturedAmount, date, reasonCode, reasonMessage, status };
};
