/** A charge that was paid, as far as its booking has to be prepared. */
export interface PaidPayment {
  readonly chargeId: string;
  readonly paymentId: string;
  readonly currency: string;
  readonly shares: readonly { readonly userId: number; readonly amountMinor: number; readonly isOwner: boolean }[];
}

/** An amount that may have to be taken from one user alone. */
export interface OwnTaking {
  readonly userId: number;
  readonly currency: string;
  readonly amountMinor: number;
}

/** The reads required before an event, or a batch of them, can be booked. */
export interface Needs {
  /** Payments of charges that are to be booked, unless they are in the books. Their users may have debts to repay. */
  readonly paid?: readonly PaidPayment[];
  /** Refunds and disputes of charges, taken from all users with a share. */
  readonly reversed?: readonly { readonly chargeId: string; readonly amountMinor: number }[];
  readonly takings?: readonly OwnTaking[];
  /** Refunds of charges, and disputes. */
  readonly reversalIds?: readonly string[];
  readonly surplusCharges?: readonly string[];
  readonly surplusPayments?: readonly string[];
  /** Payments in coins. */
  readonly receiptPayments?: readonly string[];
  readonly coinRefundIds?: readonly string[];
  readonly withdrawalIds?: readonly string[];
  /** Further users who may get or give. */
  readonly users?: readonly number[];
}

export type AllNeeds = Required<Needs>;

/**
 * The reads of a batch. Users paid in it who may have to give back in it are not in the books yet, and are added here.
 */
export const needsOf = (needs: readonly Needs[]): AllNeeds => {
  const all = <T>(of: (one: Needs) => readonly T[] | undefined): T[] => needs.flatMap((one) => of(one) ?? []);
  const [paid, reversed] = [all((one) => one.paid), all((one) => one.reversed)];
  const takings = [...all((one) => one.takings), ...takingsWithin(paid, reversed)];
  const users = [...all((one) => one.users), ...paid.flatMap(usersOf), ...takings.map(({ userId }) => userId)];
  return {
    ...{ paid, reversed, takings, users: [...new Set(users)] },
    reversalIds: all((one) => one.reversalIds),
    surplusCharges: all((one) => one.surplusCharges),
    surplusPayments: all((one) => one.surplusPayments),
    receiptPayments: all((one) => one.receiptPayments),
    coinRefundIds: all((one) => one.coinRefundIds),
    withdrawalIds: all((one) => one.withdrawalIds),
  };
};

const usersOf = ({ shares }: PaidPayment): number[] => shares.map(({ userId }) => userId);

const takingsWithin = (paid: AllNeeds['paid'], reversed: AllNeeds['reversed']): OwnTaking[] =>
  reversed.flatMap(({ chargeId, amountMinor }) =>
    paid
      .filter((each) => each.chargeId === chargeId)
      .flatMap(({ currency, shares }) =>
        shares.map((share) => ({
          userId: share.userId,
          currency,
          // Only the owner can give more than they got.
          amountMinor: share.isOwner ? amountMinor : Math.min(amountMinor, share.amountMinor),
        })),
      ),
  );
