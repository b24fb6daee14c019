import { type Tx } from '@repasse/chassis/postgres/database';
import { type ChargeMethod } from '@repasse/contracts';
import { type operations } from '@repasse/contracts/generated/http/charge';
import { endOfDay, startOfDay } from '@repasse/values/brasilia-time';
import { exponentOf, parseDecimal } from '@repasse/values/money';
import { chargeCurrency } from '../../domain/charge.terms';
import { type ChargeFilter } from '../../store/reads/charge-filter';
import { newestFirst, type ChargeOrder } from '../../store/reads/charge-order';
import { findChargeIds } from '../../store/reads/search/find-charge-ids';
import { type Status } from '../../store/standings';
import { wordsOf } from '../checks/word-list';

/** The filters and the order of a list, which the file of it takes, too. */
export type ChargeQuery = NonNullable<operations['exportCharges']['parameters']['query']>;

export const orderOf = ({ orderBy, order }: ChargeQuery): ChargeOrder => ({
  by: orderBy ?? newestFirst.by,
  direction: order ?? newestFirst.direction,
});

/** Of charges of the user, as they stand at the moment `now`. */
export const filterOf = async (db: Tx, userId: number, now: string, query: ChargeQuery): Promise<ChargeFilter> => {
  const { externalReference, from, to, recipientId, hasRefund, hasDispute, hasHeldMoney, payerDocument } = query;
  return {
    paymentLinkId: query.paymentLinkId,
    ...{ userId, now, externalReference, from, to, recipientId, hasRefund, hasDispute, hasHeldMoney, payerDocument },
    statuses: wordsOf<Status>(query.status),
    methods: wordsOf<ChargeMethod>(query.method),
    paidFrom: whereGiven(query.paidFrom, startOfDay),
    paidTo: whereGiven(query.paidTo, endOfDay),
    amountMinor: whereGiven(query.amount, minorOf),
    amountMinMinor: whereGiven(query.minAmount, minorOf),
    amountMaxMinor: whereGiven(query.maxAmount, minorOf),
    payerEmail: query.payerEmail?.toLowerCase(),
    chargeIds: query.query === undefined ? undefined : await findChargeIds(db, userId, query.query),
  };
};

const whereGiven = <T>(text: string | undefined, read: (text: string) => T): T | undefined =>
  text === undefined ? undefined : read(text);

/** The description has checked the form of the amount. */
export const minorOf = (amount: string): number | undefined => parseDecimal(amount, exponentOf(chargeCurrency));
