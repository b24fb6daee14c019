import { toIso } from '@repasse/chassis/clock';
import { formatAmount, formatMinor } from '@repasse/values/money';
import { cutCoins, isNoCoins } from '../../crypto/domain/coin-amount';
import { type Destinations } from '../../clients/identity';
import { type PayoutQuoter } from '../../fx/rates/quote';
import { type CoinSender, type PayoutProvider } from '../../providers/payout-provider';
import { sentMinorOf } from '../domain/payout';
import { type PayoutReceivers } from '../store/payout-receivers';
import { type Funding } from './funding';
import { type In, type PayoutStepDeps, record, refuse, requestOf, type Stepped } from './payout-step';

/** Decides what is sent, once, and by that what every repeat sends. */
export type PricePayout = (o: PayoutStepDeps, state: In<'requested'>) => Promise<Stepped>;

/** The amount of coins. Without rates nothing is decided, and a later try does. */
export const priceInCoins =
  (provider: CoinSender, quoteFor: PayoutQuoter): PricePayout =>
  async (o, { facts, terms }) => {
    const quoting = await quoteFor(sentMinorOf(facts));
    if (quoting.outcome === 'unavailable') return { outcome: 'rates_unavailable', state: undefined };
    if (quoting.outcome === 'out_of_range') return refuse(o, facts.withdrawalId, 'The amount cannot be priced.');

    const { priceAmountMinor, priceCurrency } = quoting.quote;
    const amount = formatAmount(priceAmountMinor, priceCurrency);
    const estimate = await provider.estimate({ amount, currency: priceCurrency }, terms.payCurrency);
    if (estimate.outcome === 'unavailable') return { ...estimate, state: undefined };
    if (estimate.outcome === 'refused') return refuse(o, facts.withdrawalId, estimate.detail);

    const payAmount = cutCoins(estimate.payAmount);
    if (isNoCoins(payAmount)) return refuse(o, facts.withdrawalId, 'In the coin the amount is nothing.');
    const price = { ...quoting.quote, payAmount };
    return record(o, facts.withdrawalId, 'priced', { type: 'PricePayout', data: { price, now: toIso(o.clock.now()) } });
  };

interface InReaisDeps {
  readonly provider: PayoutProvider;
  readonly destinations: Destinations;
  readonly receivers: PayoutReceivers;
  readonly funding: Funding;
}

/**
 * In reais, to a destination that is frozen now. With it comes the name at the bank, so one record is enough before the
 * payout leaves. Nothing of it is known there yet, so an account that covers less than all that is due is a reason to wait.
 */
export const priceInReais =
  ({ provider, destinations, receivers, funding }: InReaisDeps): PricePayout =>
  async (o, state) => {
    const { withdrawalId, destinationId, userId } = state.facts;
    if (destinationId === undefined) return refuse(o, withdrawalId, 'The withdrawal names no destination.');
    const funds = await funding.check();
    if (funds.outcome !== 'funded') return { ...funds, state: undefined };
    const found = await destinations.find(destinationId, userId);
    if (found.outcome === 'gone') return refuse(o, withdrawalId, found.detail);
    if (found.outcome === 'unavailable') {
      return { outcome: 'destination_unavailable', detail: found.detail, state: undefined };
    }
    const now = toIso(o.clock.now());
    const receiver = await receivers.freeze({ withdrawalId, destinationId, receiver: found.receiver, now });
    const price = { payAmount: formatMinor(sentMinorOf(state.facts)) };
    const prepared = await provider.prepare(requestOf({ ...state, price }, receiver));
    if (prepared.outcome !== 'prepared') return { ...prepared, state: undefined };
    const data = { price, reference: prepared.reference, now };
    return { ...(await record(o, withdrawalId, 'prepared', { type: 'PricePayout', data })), receiver };
  };
