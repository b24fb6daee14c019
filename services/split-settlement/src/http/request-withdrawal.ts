import { toIso, type Clock } from '@repasse/chassis/clock';
import { type ApiRequest, type Operation } from '@repasse/chassis/http/app';
import { type Fault } from '@repasse/chassis/http/problem';
import { type KeepAnswer } from '@repasse/chassis/idempotency/keep-answer';
import { type Ids } from '@repasse/chassis/ids';
import { type Database, type Tx } from '@repasse/chassis/postgres/database';
import { type components } from '@repasse/contracts/generated/http/split-settlement';
import { openBooks } from '../store/books/books';
import { decideWithdrawal, isRefused, type AskedWithdrawal, type NamedAddress } from '../store/decide-withdrawal';
import { readPayables, usersOf, type Payable } from '../store/read-payables';
import { type StoredWithdrawal } from '../store/withdrawals';
import { type CountWithdrawal } from '../workflow/withdrawal-metrics';
import { actorOf, callerOf } from '@repasse/chassis/auth/caller';
import { belowMinimum, notTheManager, withdrawalRefused } from './withdrawal-problems';
import { withdrawalView } from './withdrawal-view';
import { amountMinorIn } from './requests/amount';

type Body = components['schemas']['RequestWithdrawal'];

export interface RequestWithdrawalDeps {
  readonly db: Database;
  readonly keepAnswer: KeepAnswer;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Below it, what networks for coins and their provider take would eat up what arrives. */
  readonly amountMinorMin: number;
  readonly releaseWithinMs: number;
  readonly count: CountWithdrawal;
  readonly onCommitted: () => void;
}

/**
 * POST /withdrawals: to a destination, the default one when none is named, or to an address for coins. What is available is
 * read and taken under the ledger's lock, so that no two requests, and no refund beside them, take the same money. The id
 * derives from the Idempotency-Key: a repeat is never a second debit.
 */
export const requestWithdrawal = (o: RequestWithdrawalDeps): Operation<Body> => ({
  check: ({ body }, faulty) => [...addressFaults(faulty, body), ...amountFaults(faulty, body, o.amountMinorMin)],
  handle: async (request) => {
    const response = await o.db.transaction(async (tx) => {
      const made = await take(tx, request, o);
      return o.keepAnswer(tx, request, { status: 201, body: withdrawalView(made) });
    });
    o.count('requested');
    o.onCommitted();
    return response;
  },
});

/** An address needs its coin, and stands in the place of a destination. */
const addressFaults = (faulty: ReadonlySet<string>, body: Body): readonly Fault[] => {
  const { payCurrency, payAddress, memo, destinationId } = body;
  const isAddress = payCurrency !== undefined || payAddress !== undefined || (memo ?? null) !== null;
  if (!isAddress) return [];
  const missing = (['payCurrency', 'payAddress'] as const).filter(
    (name) => body[name] === undefined && !faulty.has(name),
  );
  return [
    ...missing.map((field) => ({ field, message: 'is required with an address for coins.' })),
    ...((destinationId ?? null) === null || faulty.has('destinationId')
      ? []
      : [{ field: 'destinationId', message: 'cannot stand beside an address for coins.' }]),
  ];
};

/** Alone it has a code of its own; beside other faults it is one of them. */
const amountFaults = (
  faulty: ReadonlySet<string>,
  { amount, payAddress }: Body,
  amountMinorMin: number,
): readonly Fault[] => {
  const isOfCoins = payAddress !== undefined;
  if (!isOfCoins || faulty.size === 0 || faulty.has('amount') || amountMinorIn(amount) >= amountMinorMin) return [];
  return [belowMinimum(amountMinorMin)];
};

const take = async (tx: Tx, request: ApiRequest<Body>, o: RequestWithdrawalDeps): Promise<StoredWithdrawal> => {
  const asked = askedOf(request, o.ids);
  const payable = await readAsked(tx, request, o.clock);
  const { withdrawalId } = asked;
  const books = await openBooks(tx, [{ withdrawalIds: [withdrawalId], users: usersOf(payable) }], o.ids);
  const decided = decideWithdrawal(books, payable, asked, { ...o, now: toIso(o.clock.now()) });
  if (isRefused(decided)) {
    const { code } = decided.rejection;
    o.count(outcomes[code] ?? 'refused');
    throw withdrawalRefused(decided);
  }
  await books.write();
  return decided;
};

const outcomes: Readonly<Record<string, 'insufficient_balance' | 'below_minimum'>> = {
  'withdrawal.insufficient_balance': 'insufficient_balance',
  'withdrawal.amount_below_minimum': 'below_minimum',
};

/** The user whose money is to leave: the caller, or a seller whom the caller manages. */
const readAsked = async (tx: Tx, request: ApiRequest<Body>, clock: Clock): Promise<Payable> => {
  const caller = callerOf(request);
  const { userId = caller.userId, destinationId = null } = request.body;
  const options = { now: toIso(clock.now()), isDeciding: true };
  const [payable] = await readPayables(tx, [{ userId, destinationId }], options);
  if (payable === undefined) throw new Error(`Nothing was read of user ${userId}.`);
  if (userId !== caller.userId && payable.payee?.managerUserId !== caller.userId) throw notTheManager(userId);
  return payable;
};

const askedOf = (request: ApiRequest<Body>, ids: Ids): AskedWithdrawal => {
  const { amount, upTo, externalReference = null } = request.body;
  return {
    withdrawalId: `wd_${request.idempotency?.ulid ?? ids.ulid()}`,
    amountMinor: amountMinorIn(amount),
    isUpTo: upTo,
    address: addressOf(request.body),
    externalReference,
    batchId: null,
    requestedBy: actorOf(callerOf(request)),
  };
};

const addressOf = ({ payCurrency, payAddress, memo = null }: Body): NamedAddress | null =>
  payCurrency === undefined || payAddress === undefined
    ? null
    : { payCurrency: payCurrency.toUpperCase(), payAddress, memo };
