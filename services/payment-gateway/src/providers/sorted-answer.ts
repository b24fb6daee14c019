import { type ExchangeAnswer, ExchangeFault } from './exchange';

/** `unavailable`: nothing reached the provider. `silent`: it may have been reached and may have acted. */
export type Unanswered =
  | { readonly kind: 'unavailable'; readonly detail: string }
  | { readonly kind: 'silent'; readonly isTimeout: boolean; readonly detail: string };

/** An answer sorted by its protocol's own rules, or what its absence comes to, which is the same for every protocol. */
export const sortedAnswer = async <A>(
  exchanged: Promise<ExchangeAnswer>,
  sort: (answer: ExchangeAnswer) => A,
): Promise<A | Unanswered> => {
  try {
    return sort(await exchanged);
  } catch (fault) {
    if (!(fault instanceof ExchangeFault)) throw fault;
    if (fault.code === 'refused') return { kind: 'unavailable', detail: fault.message };
    return { kind: 'silent', isTimeout: fault.code === 'timeout', detail: fault.message };
  }
};
