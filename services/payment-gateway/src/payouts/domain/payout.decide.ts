import { dated, type Decider, reject, type Rejection } from '@repasse/chassis/decider';
import { amountMinorMax } from '@repasse/values/money';
import { isAmount } from '../../payments/domain/decision';
import {
  type PayoutFacts,
  type PayoutState,
  type PayoutTerms,
  providerReferenceIn,
  returnedMinorOf,
  sentMinorOf,
} from './payout';
import { type PayoutCommand, type PayoutDataOf } from './payout-commands';
import { type PayoutEvent, type UndatedPayoutEvent } from './payout-events';
import { evolvePayout } from './payout.evolve';

type Decision = readonly UndatedPayoutEvent[] | Rejection;

/** The currency of balances. Payouts from another have no rate here. */
const paidOutFrom = 'BRL';

const requestPayout = ({ facts, terms }: PayoutDataOf<'RequestPayout'>, state: PayoutState): Decision => {
  if (state.status !== 'absent') return repeatedRequest(facts, terms, state);
  if (!isAmount(facts.amountMinor) || !isAmount(sentMinorOf(facts)) || sentMinorOf(facts) > facts.amountMinor) {
    return reject('payout.amount_out_of_range', `A payout must be for 1 to ${amountMinorMax} minor units.`);
  }
  if (facts.currency !== paidOutFrom) {
    return reject('payout.currency_not_supported', `Nothing is paid out from ${facts.currency}.`);
  }
  return [{ type: 'PayoutRequested', data: { facts, terms } }];
};

/** A withdrawal that comes twice is one payout. The invoice number is given here, so it may differ. */
const repeatedRequest = (
  facts: PayoutFacts,
  terms: PayoutTerms,
  kept: Exclude<PayoutState, { status: 'absent' }>,
): Decision => {
  const isSame =
    (['amountMinor', 'currency', 'userId', 'rail', 'destinationId', 'payoutMinor'] as const).every(
      (field) => facts[field] === kept.facts[field],
    ) && (['payCurrency', 'payAddress', 'memo'] as const).every((field) => terms[field] === kept.terms[field]);
  return isSame
    ? []
    : reject('payout.exists_with_different_content', `${facts.withdrawalId} was asked for before with other content.`);
};

const pricePayout = ({ price, reference }: PayoutDataOf<'PricePayout'>, state: PayoutState): Decision => {
  if (state.status === 'absent') return notFound();
  if (state.status !== 'requested') return [];
  const named: Decision = reference === undefined ? [] : [{ type: 'PayoutPrepared', data: { reference } }];
  return [{ type: 'PayoutPriced', data: { price } }, ...named];
};

/** The second of two processes has made another batch, which is never released and expires at the provider. */
const preparePayout = ({ reference }: PayoutDataOf<'PreparePayout'>, state: PayoutState): Decision => {
  if (state.status === 'absent') return notFound();
  if (state.status === 'requested') return reject('payout.not_priced', 'What would be sent is not decided yet.');
  return state.status === 'priced' ? [{ type: 'PayoutPrepared', data: { reference } }] : [];
};

/** A refused request does not end a payout that exists already: that one is looked up by its own reference. */
const refusePayout = ({ failure }: PayoutDataOf<'RefusePayout'>, state: PayoutState): Decision => {
  if (state.status === 'absent') return notFound();
  return state.status === 'requested' || state.status === 'priced' ? [{ type: 'PayoutFailed', data: { failure } }] : [];
};

const confirmPayout = ({ providerReference }: PayoutDataOf<'ConfirmPayout'>, state: PayoutState): Decision =>
  whileSending(providerReference, state, 'failed', ({ status }) =>
    status === 'prepared' ? [{ type: 'PayoutConfirming', data: {} }] : [],
  );

const settlePayout = (
  { providerReference, transactionHash, settledAt, endToEndId }: PayoutDataOf<'SettlePayout'>,
  state: PayoutState,
): Decision => {
  const data = { transactionHash, settledAt, ...(endToEndId === undefined ? {} : { endToEndId }) };
  return whileSending(providerReference, state, 'failed', () => [{ type: 'PayoutSettled', data }]);
};

const failPayout = ({ providerReference, failure }: PayoutDataOf<'FailPayout'>, state: PayoutState): Decision =>
  whileSending(providerReference, state, 'paid', () => [{ type: 'PayoutFailed', data: { failure } }]);

/** Money comes back in one transfer or in several, each told any number of times, and never more than was sent. */
const returnPayout = (
  { providerReference, now: _, ...part }: PayoutDataOf<'ReturnPayout'>,
  state: PayoutState,
): Decision => {
  if (state.status === 'absent') return notFound();
  if (providerReferenceIn(state) !== providerReference) return otherReference(providerReference);
  if (state.status !== 'paid' && state.status !== 'returned') {
    return reject('payout.not_paid', 'Nothing that was not paid can come back.');
  }
  if (state.returned.some(({ reference }) => reference === part.returnReference)) return [];
  const total = returnedMinorOf(state.returned) + part.returnedMinor;
  return isAmount(part.returnedMinor) && total <= sentMinorOf(state.facts)
    ? [{ type: 'PayoutReturned', data: part }]
    : reject('payout.returned_too_much', `${total} minor units would have come back of ${sentMinorOf(state.facts)}.`);
};

type Sending = Extract<PayoutState, { status: 'prepared' | 'processing' }>;

/**
 * Decides on a provider's word about the recorded payout; another payout's does not count. A payout ends once: the end
 * that the word contradicts makes it a matter for a person, and after the same end it is no news.
 */
const whileSending = (
  providerReference: string,
  state: PayoutState,
  contradicted: 'paid' | 'failed',
  decide: (state: Sending) => readonly UndatedPayoutEvent[],
): Decision => {
  if (state.status === 'absent') return notFound();
  if (providerReferenceIn(state) !== providerReference) return otherReference(providerReference);
  if (state.status === contradicted || (contradicted === 'paid' && state.status === 'returned')) {
    return reject('payout.ended_otherwise', `The payout has ${state.status} before.`);
  }
  return state.status === 'prepared' || state.status === 'processing' ? decide(state) : [];
};

const otherReference = (providerReference: string): Rejection =>
  reject('payout.reference_differs', `The provider speaks of ${providerReference}, which is not this payout.`);

const notFound = (): Rejection => reject('payout.not_found', 'There is no such payout.');

const deciders: { readonly [T in PayoutCommand['type']]: (data: PayoutDataOf<T>, state: PayoutState) => Decision } = {
  RequestPayout: requestPayout,
  PricePayout: pricePayout,
  PreparePayout: preparePayout,
  RefusePayout: refusePayout,
  ConfirmPayout: confirmPayout,
  SettlePayout: settlePayout,
  FailPayout: failPayout,
  ReturnPayout: returnPayout,
};

export const payout: Decider<PayoutCommand, PayoutState, PayoutEvent> = {
  initialState: { status: 'absent' },
  decide: <T extends PayoutCommand['type']>({ type, data }: PayoutCommand<T>, state: PayoutState) =>
    dated(deciders[type](data, state), data.now),
  evolve: evolvePayout,
};
