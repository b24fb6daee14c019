import { type AnyEvent } from '@repasse/contracts';
import { type PostingKind, type UserAccountKind } from '../domain/ledger';

/** The amount that an event by itself moves on accounts of users, for one reason. Credits are positive. */
export interface AccountEffect {
  /** One user's, or all accounts of a kind where the ledger divides the amount among users. */
  readonly account: `${UserAccountKind}:${number}` | UserAccountKind;
  readonly kind: PostingKind;
  readonly minor: number;
}

/**
 * The effects that are in the event. Where the money of a refund is taken from depends on what a user had at that moment,
 * and when a share becomes available on the schedule of the ledger: neither is here.
 */
export const accountEffectsOf = (event: AnyEvent): AccountEffect[] =>
  effectsOf(event).filter(({ minor }) => minor !== 0);

const effectsOf = (event: AnyEvent): AccountEffect[] => {
  switch (event.type) {
    case 'repasse.charge.paid.v1': {
      const { userId, grossAmountMinor, feeAmountMinor, disputeReserveMinor, shares } = event.data;
      const given = shares.filter(({ isOwner }) => !isOwner);
      const givenMinor = given.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
      return [
        { account: `user_pending:${userId}`, kind: 'GROSS', minor: grossAmountMinor },
        { account: `user_pending:${userId}`, kind: 'FEE', minor: -feeAmountMinor },
        { account: `user_pending:${userId}`, kind: 'SHARE_GIVEN', minor: -givenMinor },
        { account: `user_reserve:${userId}`, kind: 'RESERVE', minor: disputeReserveMinor },
        ...given.map((share): AccountEffect => {
          return { account: `user_pending:${share.userId}`, kind: 'SHARE_RECEIVED', minor: share.amountMinor };
        }),
      ];
    }
    case 'repasse.charge.surplus_received.v1': {
      const { userId, handling, surplusAmountMinor } = event.data;
      const account = handling === 'ACCEPT' ? ('user_available' as const) : ('surplus_held' as const);
      return [{ account: `${account}:${userId}`, kind: 'SURPLUS', minor: surplusAmountMinor }];
    }
    case 'repasse.payment.received.v1': {
      const { chargeId, userId, amountMinor } = event.data;
      return chargeId === null ? [{ account: `user_available:${userId}`, kind: 'GROSS', minor: amountMinor }] : [];
    }
    case 'repasse.dispute.opened.v1':
      return [{ account: 'dispute_held', kind: 'DISPUTE_HOLD', minor: event.data.amountMinor }];
    case 'repasse.dispute.won.v1':
      return [{ account: 'dispute_held', kind: 'DISPUTE_RELEASE', minor: -event.data.amountMinor }];
    case 'repasse.dispute.lost.v1':
      return [{ account: 'dispute_held', kind: 'DISPUTE_LOSS', minor: -event.data.amountMinor }];
    case 'repasse.payout.settled.v1': {
      const { userId, amountMinor, payoutMinor = amountMinor } = event.data;
      return [{ account: `withdrawal_held:${userId}`, kind: 'WITHDRAWAL', minor: -payoutMinor }];
    }
    case 'repasse.payout.failed.v1': {
      const { userId, amountMinor, payoutMinor = amountMinor } = event.data;
      return [{ account: `withdrawal_held:${userId}`, kind: 'WITHDRAWAL_RETURN', minor: -payoutMinor }];
    }
    case 'repasse.payout.returned.v1': {
      const { userId, returnedMinor } = event.data;
      return [{ account: `user_available:${userId}`, kind: 'WITHDRAWAL_RETURN', minor: returnedMinor }];
    }
    default:
      return [];
  }
};
