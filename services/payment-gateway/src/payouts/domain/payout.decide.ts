import { assertNever, type Decider, reject, type Rejection } from '@repasse/chassis/decider';
import { amountMinorMax } from '@repasse/chassis/money';
import { isAmount } from '../../payments/domain/decision';
import { type PayoutFacts, type PayoutState, type PayoutTerms, providerReferenceIn } from './payout';
import {
  type ConfirmPayout,
  type FailPayout,
  type PayoutCommand,
  type PreparePayout,
  type PricePayout,
  type RefusePayout,
  type RequestPayout,
  type SettlePayout,
} from './payout-commands';
import { type PayoutEvent } from './payout-events';
import { evolvePayout } from './payout.evolve';

type Decision = readonly PayoutEvent[] | Rejection;

/** The currency of balances. Payouts from another have no rate here. */
export const paidOutFrom = 'BRL';

const decide = (command: PayoutCommand, state: PayoutState): Decision => {
  switch (command.type) {
    case 'RequestPayout':
      return requestPayout(command.data, state);
    case 'PricePayout':
      return pricePayout(command.data, state);
    case 'PreparePayout':
      return preparePayout(command.data, state);
    case 'RefusePayout':
      return refusePayout(command.data, state);
    case 'ConfirmPayout':
      return confirmPayout(command.data, state);
    case 'SettlePayout':
      return settlePayout(command.data, state);
    case 'FailPayout':
      return failPayout(command.data, state);
    default:
      return assertNever(command);
  }
};

const requestPayout = ({ facts, terms, now }: RequestPayout['data'], state: PayoutState): Decision => {
  if (state.status !== 'absent') return repeatedRequest(facts, terms, state);
  if (!isAmount(facts.amountMinor)) {
    return reject('payout.amount_out_of_range', `A payout must be for 1 to ${amountMinorMax} minor units.`);
  }
  if (facts.currency !== paidOutFrom) {
    return reject('payout.currency_not_supported', `Nothing is paid out from ${facts.currency}.`);
  }
  return [{ type: 'PayoutRequested', data: { ...facts, ...terms, requestedAt: now } }];
};

/** A withdrawal that comes twice is one payout. The invoice number is given here, so it may differ. */
const repeatedRequest = (
  facts: PayoutFacts,
  terms: PayoutTerms,
  kept: Exclude<PayoutState, { status: 'absent' }>,
): Decision => {
  const isSame =
    (['amountMinor', 'currency', 'userId'] as const).every((field) => facts[field] === kept.facts[field]) &&
    (['payCurrency', 'payAddress', 'memo'] as const).every((field) => terms[field] === kept.terms[field]);
  return isSame
    ? []
    : reject('payout.exists_with_different_content', `${facts.withdrawalId} was asked for before with other content.`);
};

const pricePayout = ({ price, now }: PricePayout['data'], state: PayoutState): Decision => {
  if (state.status === 'absent') return notFound();
  return state.status === 'requested' ? [{ type: 'PayoutPriced', data: { ...state.facts, price, pricedAt: now } }] : [];
};

/** The second of two processes has made another batch, which is never released and expires at the provider. */
const preparePayout = ({ reference, now }: PreparePayout['data'], state: PayoutState): Decision => {
  switch (state.status) {
    case 'priced':
      return [{ type: 'PayoutPrepared', data: { ...state.facts, reference, preparedAt: now } }];
    case 'requested':
      return reject('payout.not_priced', 'What would be sent is not decided yet.');
    case 'prepared':
    case 'processing':
    case 'paid':
    case 'failed':
      return [];
    case 'absent':
      return notFound();
    default:
      return assertNever(state);
  }
};

/** A refused request does not end a payout that exists already: that one is looked up by its own reference. */
const refusePayout = ({ failure, now }: RefusePayout['data'], state: PayoutState): Decision => {
  if (state.status === 'absent') return notFound();
  return state.status === 'requested' || state.status === 'priced'
    ? [{ type: 'PayoutFailed', data: { ...state.facts, failure, failedAt: now } }]
    : [];
};

const confirmPayout = ({ providerReference, now }: ConfirmPayout['data'], state: PayoutState): Decision => {
  const fault = faultOf(providerReference, state);
  if (fault !== undefined) return fault;
  if (state.status === 'failed') return endedOtherwise(state);
  if (state.status !== 'prepared') return [];
  return [{ type: 'PayoutConfirming', data: { ...saidOf(state), confirmingAt: now } }];
};

const settlePayout = (
  { providerReference, transactionHash, settledAt, now }: SettlePayout['data'],
  state: PayoutState,
): Decision => {
  const fault = faultOf(providerReference, state);
  if (fault !== undefined) return fault;
  if (state.status === 'failed') return endedOtherwise(state);
  if (state.status !== 'prepared' && state.status !== 'processing') return [];
  return [{ type: 'PayoutSettled', data: { ...saidOf(state), transactionHash, settledAt, recordedAt: now } }];
};

const failPayout = ({ providerReference, failure, now }: FailPayout['data'], state: PayoutState): Decision => {
  const fault = faultOf(providerReference, state);
  if (fault !== undefined) return fault;
  if (state.status === 'paid') return endedOtherwise(state);
  if (state.status !== 'prepared' && state.status !== 'processing') return [];
  return [{ type: 'PayoutFailed', data: { ...state.facts, failure, failedAt: now } }];
};

/** Only answers about the recorded payout count. */
const faultOf = (providerReference: string, state: PayoutState): Rejection | undefined => {
  if (state.status === 'absent') return notFound();
  if (providerReferenceIn(state) === providerReference) return undefined;
  return reject('payout.reference_differs', `The provider speaks of ${providerReference}, which is not this payout.`);
};

/** A payout ends once. A provider that says otherwise later is for a person to look at. */
const endedOtherwise = ({ status }: PayoutState): Rejection =>
  reject('payout.ended_otherwise', `The payout has ${status} before.`);

const saidOf = ({ facts, terms, price, reference }: Extract<PayoutState, { status: 'prepared' | 'processing' }>) => ({
  ...facts,
  ...terms,
  price,
  reference,
});

const notFound = (): Rejection => reject('payout.not_found', 'There is no such payout.');

export const payout: Decider<PayoutCommand, PayoutState, PayoutEvent> = {
  initialState: { status: 'absent' },
  decide,
  evolve: evolvePayout,
};
