import { type Lookup } from './wire/lookup';

/** The object a callback names. Nothing else in it is trusted: anyone could have posted it. */
export type Named =
  /** Undefined when the provider's id leads to no payment of ours. */
  | { readonly type: 'payment'; readonly paymentId: string | undefined; readonly isRefund?: boolean }
  /** Ids of the provider, of which the first that we know counts. */
  | { readonly type: 'references'; readonly references: readonly string[] }
  /** The provider's id of a payout, which is of a withdrawal or of a refund. */
  | { readonly type: 'payout'; readonly reference: string }
  /** The provider had to be asked about it and did not answer. */
  | { readonly type: 'silence'; readonly detail: string };

/** The payment of an object that was looked up because a callback names it. */
export const namedBy = <T>(found: Lookup<T>, paymentIdOf: (value: T) => string | undefined): Named => {
  if (found.outcome === 'found') return { type: 'payment', paymentId: paymentIdOf(found.value) };
  return found.outcome === 'missing'
    ? { type: 'payment', paymentId: undefined }
    : { type: 'silence', detail: found.detail };
};

export type NamesIn = (body: string) => Promise<readonly Named[]>;
