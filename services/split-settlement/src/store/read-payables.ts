import { type Tx } from '@repasse/chassis/postgres/database';
import { dayAt, startOfDay } from '@repasse/values/brasilia-time';
import { policyFor, type PayoutPolicy, type SetPolicy } from '../domain/payout-policy';
import { type Destination, type Payee, type PayoutStanding } from '../domain/payout-standing';
import { type Books } from './books/books';

/** Of a user's available money: what refunds on their way will take, and what staff withhold. */
interface Funds {
  readonly promisedMinor: number;
  readonly withheldMinor: number;
  readonly withheldReasons: readonly string[];
}

/** What is known beside the books of a user whose money is to leave. */
export interface Payable {
  readonly userId: number;
  readonly isSuspended: boolean;
  readonly payee: Payee | null;
  readonly destination: Destination | null;
  readonly funds: Funds;
  readonly managerFunds: Funds | null;
  readonly dayMinor: number;
  readonly toDestinationMinor: number;
  readonly policy: PayoutPolicy;
}

export interface PayableAsked {
  readonly userId: number;
  /** Null: the default one. */
  readonly destinationId: string | null;
}

type Row = Omit<Payable, 'policy'> & { readonly policies: readonly SetPolicy[] };

export interface ReadPayablesOptions {
  readonly now: string;
  /** Takes the ledger's lock first, and holds it to the commit. To look only, nobody waits for it. */
  readonly isDeciding: boolean;
}

/** Of any number of users, once each, in one statement. In no order. */
export const readPayables = async (
  tx: Tx,
  asked: readonly PayableAsked[],
  { now, isDeciding }: ReadPayablesOptions,
): Promise<readonly Payable[]> => {
  const [row] = await tx.query<{ payables: readonly Row[] | null }>(
    'select read_payables($1::json, $2, $3::timestamptz, $4::timestamptz, $5) as payables',
    [JSON.stringify(asked), currency, now, startOfDay(dayAt(now)), isDeciding],
  );
  return (row?.payables ?? []).map(({ policies, ...payable }) => ({
    ...payable,
    policy: policyFor(policies, {
      userId: payable.userId,
      managerUserId: payable.payee?.managerUserId ?? null,
    }),
  }));
};

/** Balances are in reais only, and so is what leaves them. */
export const currency = 'BRL';

/** Whose balances the decision about a payout reads. */
export const usersOf = ({ userId, payee }: Payable): readonly number[] => {
  const managerUserId = payee?.managerUserId ?? null;
  return managerUserId === null ? [userId] : [userId, managerUserId];
};

/** The payable with what is in the books at this moment, those of earlier decisions included. */
export const standingOf = (payable: Payable, { accounts }: Pick<Books, 'accounts'>): PayoutStanding => {
  const { userId, payee, funds, managerFunds, ...others } = payable;
  const freeMinor = (of: number, promisedMinor: number): number =>
    Math.max(accounts.availableMinor(of, currency) - accounts.debtMinor(of, currency) - promisedMinor, 0);
  const managerUserId = payee?.managerUserId ?? null;
  return {
    ...others,
    payee,
    availableMinor: freeMinor(userId, funds.promisedMinor),
    withheldMinor: funds.withheldMinor,
    withheldReasons: funds.withheldReasons,
    managerFundsMinor:
      managerUserId === null || managerFunds === null
        ? 0
        : Math.max(freeMinor(managerUserId, managerFunds.promisedMinor) - managerFunds.withheldMinor, 0),
  };
};
