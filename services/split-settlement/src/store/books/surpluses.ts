import { type ChargeMethod } from '@repasse/contracts';
import { type Entries } from './entries';

export type SurplusStatus = 'HELD' | 'ACCEPTED' | 'APPLIED' | 'REFUNDED';

/** Which receipt it is. */
export interface SurplusKey {
  readonly chargeId: string;
  readonly paymentId: string;
  readonly providerReference: string;
}

export interface Surplus extends SurplusKey {
  readonly userId: number;
  readonly paymentMethod: ChargeMethod;
  readonly amountMinor: number;
  /** The part without a decision so far. */
  readonly heldMinor: number;
  readonly currency: string;
  readonly statusReason: string;
  readonly status: SurplusStatus;
  readonly receivedAt: string;
}

/** A receipt with its decisions and refunds so far. */
export interface StoredSurplus extends Surplus {
  /** The decisions about it. */
  readonly handlings: readonly ('ACCEPT' | 'APPLY')[];
  readonly refunds: readonly { readonly refundId: string; readonly amountMinor: number }[];
}

/** The status of a receipt, and the part that is still undecided. */
export interface Standing extends Pick<Surplus, 'status' | 'heldMinor'> {
  readonly at: string;
}

interface Decision {
  readonly amountMinor: number;
  readonly transactionId: string;
}

/** Money that charges had no use for, receipt by receipt. */
export interface Surpluses {
  readonly find: (key: SurplusKey) => StoredSurplus | undefined;
  /** A surplus of this payment, in any status. One that the charge has used takes precedence over a refunded one. */
  readonly ofPayment: (paymentId: string) => StoredSurplus | undefined;
  readonly add: (surplus: Surplus, at: string) => void;
  readonly resolve: (surplus: StoredSurplus, then: Standing, o: Decision & { handling: 'ACCEPT' | 'APPLY' }) => void;
  readonly refund: (surplus: StoredSurplus, then: Standing, o: Decision & { refundId: string }) => void;
  readonly entries: () => Entries;
}

export const openSurpluses = (read: readonly StoredSurplus[]): Surpluses => {
  const known = new Map(read.map((surplus) => [keyOf(surplus), surplus]));
  const added: object[] = [];
  const standings = new Map<string, object>();
  const resolutions: object[] = [];
  const refunds: object[] = [];

  const settle = (surplus: StoredSurplus, { status, heldMinor, at }: Standing): void => {
    known.set(keyOf(surplus), { ...surplus, status, heldMinor });
    standings.set(keyOf(surplus), { ...keyRow(surplus), status, held_minor: heldMinor, updated_at: at });
  };
  return {
    find: (key) => known.get(keyOf(key)),
    ofPayment: (paymentId) => {
      const all = [...known.values()].filter((surplus) => surplus.paymentId === paymentId);
      return all.find(isApplied) ?? all[0];
    },
    add: (surplus, at) => {
      known.set(keyOf(surplus), { ...surplus, handlings: [], refunds: [] });
      added.push(surplusRow(surplus, at));
    },
    resolve: (surplus, then, { handling, amountMinor, transactionId }) => {
      settle({ ...surplus, handlings: [...surplus.handlings, handling] }, then);
      resolutions.push({
        ...keyRow(surplus),
        handling,
        amount_minor: amountMinor,
        transaction_id: transactionId,
        resolved_at: then.at,
      });
    },
    refund: (surplus, then, { refundId, amountMinor, transactionId }) => {
      settle({ ...surplus, refunds: [...surplus.refunds, { refundId, amountMinor }] }, then);
      refunds.push({
        ...keyRow(surplus),
        refund_id: refundId,
        amount_minor: amountMinor,
        transaction_id: transactionId,
        refunded_at: then.at,
      });
    },
    entries: () => ({
      new_surpluses: added,
      surplus_standings: [...standings.values()],
      new_surplus_resolutions: resolutions,
      new_surplus_refunds: refunds,
    }),
  };
};

/** Whether the charge came to use any of it. */
export const isApplied = ({ handlings }: StoredSurplus): boolean => handlings.includes('APPLY');

const keyOf = ({ chargeId, paymentId, providerReference }: SurplusKey): string =>
  JSON.stringify([chargeId, paymentId, providerReference]);

const keyRow = ({ chargeId, paymentId, providerReference }: SurplusKey): object => ({
  charge_id: chargeId,
  payment_id: paymentId,
  provider_reference: providerReference,
});

const surplusRow = (surplus: Surplus, at: string): object => ({
  ...keyRow(surplus),
  user_id: surplus.userId,
  payment_method: surplus.paymentMethod,
  amount_minor: surplus.amountMinor,
  held_minor: surplus.heldMinor,
  currency: surplus.currency,
  status_reason: surplus.statusReason,
  status: surplus.status,
  received_at: surplus.receivedAt,
  updated_at: at,
});
