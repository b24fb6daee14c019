import { type Database, type Tx } from '@repasse/chassis/postgres/database';
import { paymentRulesDefault, type PaymentRules } from '../domain/charge.terms';
import { type FeeRule, type FeeRules } from '../domain/fees';
import { feeRulesSql, replaceFeeRules } from './fee-rules';
import { paymentRulesSql, putPaymentRules } from './payment-rules';
import { createRemembered, type RememberedLimits } from './remembered';
import { usersSql, type User } from './users';

/** The agreement with a merchant: the fees of payments, and the handling of those that do not fit. */
export interface MerchantRules {
  readonly fees: FeeRules;
  readonly payments: PaymentRules;
}

/** The rules of merchants, and who shares with them. Reads may be as old as `maxAgeMs`; here a change is seen at once. */
export interface MerchantRuleStore {
  of(userId: number): Promise<MerchantRules>;
  /** Reads the database, not the cache. */
  latest(userId: number): Promise<MerchantRules>;
  /** In a caller's transaction, with one query at most. */
  ofAll(userIds: readonly number[], tx?: Tx): Promise<ReadonlyMap<number, MerchantRules>>;
  /** With the users of some e-mails, by the hash, as far as there are any. */
  withUsers(userId: number, emailHashes: readonly string[]): Promise<RulesAndUsers>;
  /** Users have changed. */
  forgetUsers(): void;
  /** The rules given are all the merchant has afterwards. */
  replaceFees(userId: number, rules: readonly FeeRule[]): Promise<MerchantRules>;
  putPayments(userId: number, rules: PaymentRules, now: string): Promise<MerchantRules>;
}

export interface RulesAndUsers {
  readonly rules: MerchantRules;
  readonly users: ReadonlyMap<string, User>;
}

/**
 * Rules change a few times a year and users hardly more often, and both are read with every charge. A second old is
 * fresh enough: a change takes effect on all replicas within that. Entries are some kilobytes at most.
 */
const limits: RememberedLimits = { maxAgeMs: 1_000, entriesMax: 10_000 };

export const createMerchantRules = (db: Database): MerchantRuleStore => {
  const rules = createRemembered<number, MerchantRules>(limits);
  const users = createRemembered<string, User>(limits);

  const ofAll = async (userIds: readonly number[], tx: Tx = db): Promise<ReadonlyMap<number, MerchantRules>> => {
    const known = new Map(userIds.map((userId) => [userId, rules.find(userId)] as const));
    const unknown = [...known].filter(([, found]) => found === undefined).map(([userId]) => userId);
    if (unknown.length > 0) {
      const keep = rules.reading();
      for (const row of await tx.query<RulesRow>(rulesSql, [unknown])) {
        known.set(row.userId, rulesOf(row));
        keep(row.userId, rulesOf(row));
      }
    }
    return new Map([...known].map(([userId, found]) => [userId, required(found, userId)]));
  };
  const of = async (userId: number): Promise<MerchantRules> =>
    required((await ofAll([userId], db)).get(userId), userId);
  const latest = (userId: number): Promise<MerchantRules> => {
    rules.forget(userId);
    return of(userId);
  };

  return {
    of,
    ofAll,
    latest,
    withUsers: async (userId, emailHashes) => {
      const knownRules = rules.find(userId);
      const found = emailHashes.map((hash) => users.find(hash)).filter((user) => user !== undefined);
      if (knownRules !== undefined && found.length === emailHashes.length) return together(knownRules, found);

      const [keepRules, keepUser] = [rules.reading(), users.reading()];
      const [row] = await db.query<RulesRow & { users: readonly User[] }>(withUsersSql, [[userId], emailHashes]);
      const { users: read, ...rulesRow } = required(row, userId);
      keepRules(userId, rulesOf(rulesRow));
      for (const user of read) keepUser(user.emailHash, user);
      return together(rulesOf(rulesRow), read);
    },
    forgetUsers: () => users.forgetAll(),
    replaceFees: async (userId, feeRules) => {
      await db.transaction((tx) => replaceFeeRules(tx, userId, feeRules));
      return latest(userId);
    },
    putPayments: async (userId, paymentRules, now) => {
      await putPaymentRules(db, userId, paymentRules, now);
      return latest(userId);
    },
  };
};

interface RulesRow {
  readonly userId: number;
  readonly merchant: readonly FeeRule[];
  readonly platform: readonly FeeRule[];
  readonly payments: PaymentRules | null;
}

const rulesSql = `
  select u.user_id as "userId", (${feeRulesSql('= u.user_id')}) as merchant, (${feeRulesSql('is null')}) as platform,
    (${paymentRulesSql('= u.user_id')}) as payments
  from unnest($1::bigint[]) as u (user_id)`;

const withUsersSql = `select r.*, (${usersSql('= any ($2)')}) as users from (${rulesSql}) as r`;

const rulesOf = ({ merchant, platform, payments }: RulesRow): MerchantRules => ({
  fees: { merchant, platform },
  payments: payments ?? paymentRulesDefault,
});

const together = (rules: MerchantRules, users: readonly User[]): RulesAndUsers => ({
  rules,
  users: new Map(users.map((user) => [user.emailHash, user])),
});

const required = <T>(found: T | undefined, userId: number): T => {
  if (found === undefined) throw new Error(`No rules were read for ${userId}.`);
  return found;
};
