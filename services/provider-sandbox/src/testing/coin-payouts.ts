import { type NowPayments } from '../providers/nowpayments/nowpayments';
import { describePayout, type Payout } from '../providers/nowpayments/payouts/payout';
import { readUnits } from '../providers/units';

/** A payout in the words of the API. */
export interface WirePayout {
  readonly id: string;
  readonly batch_withdrawal_id: string;
  readonly status: string;
  readonly amount: string;
  readonly address: string;
  readonly error: string | null;
}

/** The outcome of payouts, which stay in processing until they are changed. */
export interface CoinPayouts {
  payout(id: string): Promise<WirePayout>;
  /** Every payout that was asked for under an id of the merchant's. */
  payoutsOf(externalId: string): Promise<readonly WirePayout[]>;
  /** Those of them that were let go: money is on its way or gone. */
  sentOf(externalId: string): Promise<readonly WirePayout[]>;
  /** Keeps other facts of a payout, whatever became of it. */
  changePayout(
    payout: Pick<WirePayout, 'id'>,
    facts: Partial<Omit<WirePayout, 'id' | 'batch_withdrawal_id'>> & { readonly hash?: string | null },
  ): Promise<void>;
  /** In whole dollars; a payout of more is refused. */
  haveFunds(custodyUsd: number): Promise<void>;
}

const custodyUsdAtFirst = 1_000_000;

export const openCoinPayouts = async ({ withdrawals, payouts, clock }: NowPayments): Promise<CoinPayouts> => {
  const haveFunds = (custodyUsd: number) => payouts.set({ outcome: 'PROCESSING', custodyUsd });
  const find = async (id: string): Promise<Payout> => {
    const payout = await withdrawals.findBy({ payoutId: Number(id) });
    if (payout === undefined) throw new Error(`There is no payout ${id}.`);
    return payout;
  };
  const of = (uniqueExternalId: string) => withdrawals.list({ like: [{ terms: { uniqueExternalId } }] });
  await haveFunds(custodyUsdAtFirst);

  return {
    haveFunds,
    payout: async (id) => wireOf(await find(id)),
    payoutsOf: async (externalId) => (await of(externalId)).map(wireOf),
    sentOf: async (externalId) => (await of(externalId)).filter(({ requestedAt }) => requestedAt !== null).map(wireOf),
    changePayout: async ({ id }, { amount, address, status, ...facts }) => {
      const { terms, ...payout } = await find(id);
      const units = amount === undefined ? terms.units : (readUnits(amount) ?? 0);
      const changed = { ...payout, ...facts, terms: { ...terms, units, address: address ?? terms.address } };
      const updatedAt = clock.now().toISOString();
      // Some are states that are not played here.
      await withdrawals.save({
        ...changed,
        status: (status ?? payout.status) as Payout['status'],
        updatedAt,
        dueAt: null,
      });
    },
  };
};

const wireOf = (payout: Payout): WirePayout => describePayout(payout) as WirePayout;
