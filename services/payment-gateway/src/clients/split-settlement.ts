import { type HttpAnswer, type HttpClient, HttpFault } from '@repasse/chassis/http/client';
import { type components } from '@repasse/contracts/generated/http/split-settlement';

export type ReserveRequest = components['schemas']['ReserveRefund'];

export type Reservation =
  | { readonly outcome: 'reserved' }
  /** The refund would leave a debt that is not allowed; amounts as the ledger writes them. */
  | { readonly outcome: 'refused'; readonly debt: string; readonly debtMax: string }
  /** The payment is not booked yet. */
  | { readonly outcome: 'not_booked' }
  | { readonly outcome: 'unavailable' };

export type ToldFunding = components['schemas']['ToldPayoutFunding'];
export type ScheduledFunds = components['schemas']['ScheduledFunds'];

export interface Ledger {
  /** Reserves what a refund will take. Safe to repeat: the ledger knows a refund by its id. */
  reserveRefund(request: ReserveRequest): Promise<Reservation>;
  /** Tells what an account for payouts holds; answers what runs will need of it, or undefined when it cannot be had. */
  tellFunding(told: ToldFunding): Promise<ScheduledFunds | undefined>;
}

/** The ledger waits for its lock and writes three rows. A merchant waits beside, and nothing has been decided. */
export const ledgerTimeoutMs = 3_000;

export const createLedger = (http: HttpClient): Ledger => ({
  reserveRefund: async (body) => {
    try {
      return reservationIn(
        await http.call({ method: 'POST', path: '/internal/refund-reservations', body, isRepeatable: true }),
      );
    } catch (fault) {
      if (fault instanceof HttpFault) return { outcome: 'unavailable' };
      throw fault;
    }
  },
  tellFunding: async (body) => {
    try {
      const answer = await http.call({ method: 'POST', path: '/internal/payout-funding', body, isRepeatable: true });
      // One of ours, which answers by its contract; an older one has no such operation.
      return answer.status === 200 ? (answer.body as ScheduledFunds) : undefined;
    } catch (fault) {
      if (fault instanceof HttpFault) return undefined;
      throw fault;
    }
  },
});

interface Refusal {
  readonly code?: string;
  readonly debt?: string;
  readonly debtMax?: string;
}

const reservationIn = ({ status, body }: HttpAnswer): Reservation => {
  if (status === 200) return { outcome: 'reserved' };
  const { code, debt = '', debtMax = '' } = (body ?? {}) as Refusal;
  if (code === 'refund.balance_too_low') return { outcome: 'refused', debt, debtMax };
  return { outcome: code === 'refund.balance_not_known' ? 'not_booked' : 'unavailable' };
};
