import { type AnyEvent } from '@repasse/contracts';
import { accountIdOf } from '../domain/ledger';
import { clearingOf as clearingOfRail, firstRail, type Rail } from '../domain/rails';

/**
 * The effect of an event on the books, from the event alone: by provider account, platform fees and user, all accounts
 * of a user taken together. Credits are positive. Which of a user's accounts it touches depends on what was there at
 * that moment, and is the ledger's own record.
 */
export interface EventEffect {
  /** False where the ledger divides it among users or takes a fee: then only what providers' accounts say is compared. */
  readonly isDivided: boolean;
  readonly parties: ReadonlyMap<string, number>;
}

/** The effect of an event that the ledger books; an effect without parties moves nothing between them. */
export const effectOf = (event: AnyEvent): EventEffect => {
  switch (event.type) {
    case 'repasse.charge.paid.v1': {
      const { paymentMethod, grossAmountMinor, feeAmountMinor, shares } = event.data;
      const owned = shares.map(({ userId, amountMinor }) => [userOf(userId), amountMinor] as const);
      return divided([clearingOf(paymentMethod), -grossAmountMinor], ['platform_fees', feeAmountMinor], ...owned);
    }
    case 'repasse.charge.surplus_received.v1': {
      const { paymentMethod, surplusAmountMinor, userId } = event.data;
      return divided([clearingOf(paymentMethod), -surplusAmountMinor], [userOf(userId), surplusAmountMinor]);
    }
    case 'repasse.charge.surplus_resolved.v1': {
      const { paymentMethod, surplusAmountMinor, userId, handling } = event.data;
      if (handling !== 'APPLY') return divided();
      return divided([clearingOf(paymentMethod), surplusAmountMinor], [userOf(userId), -surplusAmountMinor]);
    }
    case 'repasse.charge.surplus_refunded.v1':
      return goesOut(event.data.paymentMethod, event.data);
    case 'repasse.charge.refunded.v1':
    case 'repasse.dispute.lost.v1':
      return undivided([clearingOf(event.data.paymentMethod), event.data.amountMinor]);
    case 'repasse.payment.received.v1': {
      const { chargeId, paymentMethod, amountMinor } = event.data;
      // Money for a charge is booked by the event of the charge, which says what it is.
      return chargeId === null ? undivided([clearingOf(paymentMethod), -amountMinor]) : divided();
    }
    case 'repasse.refund.settled.v1':
      return event.data.chargeId === null ? goesOut(event.data.paymentMethod, event.data) : divided();
    case 'repasse.payout.settled.v1': {
      const { amountMinor, payoutMinor = amountMinor, userId, rail } = event.data;
      return divided([clearingAt(rail), payoutMinor], [userOf(userId), -payoutMinor]);
    }
    case 'repasse.payout.returned.v1': {
      const { returnedMinor, userId, rail } = event.data;
      return divided([clearingAt(rail), -returnedMinor], [userOf(userId), returnedMinor]);
    }
    case 'repasse.payout.failed.v1':
      // A fee goes back to who carried it, which the gateway does not know.
      return undivided();
    default:
      return divided();
  }
};

type Party = readonly [name: string, minor: number];

const divided = (...parties: readonly Party[]): EventEffect => ({ isDivided: true, parties: new Map(parties) });

const undivided = (...parties: readonly Party[]): EventEffect => ({ isDivided: false, parties: new Map(parties) });

const goesOut = (method: string, { userId, amountMinor }: { readonly userId: number; readonly amountMinor: number }) =>
  divided([clearingOf(method), amountMinor], [userOf(userId), -amountMinor]);

const clearingAt = (rail: Rail = firstRail): string => accountIdOf(clearingOfRail(rail));

const clearingOf = (method: string): string => `provider_clearing:${method}`;

const userOf = (userId: number): string => `user:${userId}`;
