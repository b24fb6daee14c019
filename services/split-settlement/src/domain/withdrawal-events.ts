import { assertNever, type Happened } from '@repasse/chassis/decider';
import { type WithdrawalTerms } from './withdrawal-terms';

export type CancelReason = 'REFUSED' | 'EXPIRED' | 'SUSPENDED';

interface Known {
  readonly terms: WithdrawalTerms;
  readonly at: string;
}

export type WithdrawalEvent =
  /** It waits for a second person; the money is taken. */
  | Happened<'WithdrawalProposed', Known & { readonly releaseUntil: string }>
  /** `releasedBy`: the key of the second person, after a proposal took the money; undefined where nobody had to. */
  | Happened<'WithdrawalRequested', Known & { readonly releasedBy?: string | undefined }>
  | Happened<'WithdrawalCanceled', Known & { readonly reason: CancelReason; readonly canceledBy: string | null }>
  | Happened<'WithdrawalPaid', Known & PaidAs>
  | Happened<'WithdrawalFailed', Known & { readonly failure: string }>
  | Happened<'WithdrawalReturned', Known & ReturnOfPayout & { readonly returnedMinor: number }>;

/** How a receiver finds it. */
export interface PaidAs {
  /** The PIX transfer in the words of the banks. */
  readonly endToEndId: string | null;
  /** On the coin's chain. */
  readonly transactionHash: string | null;
}

/** Money that came back from the receiver's bank. */
export interface ReturnOfPayout {
  /** All that has come back so far. */
  readonly returnedTotalMinor: number;
  /** The transfer that brought it, in the provider's words. */
  readonly returnReference: string;
  readonly returnReason: string | null;
}

interface Made {
  readonly terms: WithdrawalTerms;
}

export type WithdrawalState =
  | { readonly status: 'absent' }
  | (Made & { readonly status: 'awaiting_release'; readonly releaseUntil: string })
  | (Made & { readonly status: 'pending' | 'canceled' | 'failed' })
  | (Made & { readonly status: 'paid' | 'returned'; readonly returnedMinor: number });

export type WithdrawalStatus = Exclude<WithdrawalState['status'], 'absent'>;

export const evolve = (_state: WithdrawalState, event: WithdrawalEvent): WithdrawalState => {
  const { terms } = event.data;
  switch (event.type) {
    case 'WithdrawalProposed':
      return { status: 'awaiting_release', terms, releaseUntil: event.data.releaseUntil };
    case 'WithdrawalRequested':
      return { status: 'pending', terms };
    case 'WithdrawalCanceled':
      return { status: 'canceled', terms };
    case 'WithdrawalPaid':
      return { status: 'paid', terms, returnedMinor: 0 };
    case 'WithdrawalFailed':
      return { status: 'failed', terms };
    case 'WithdrawalReturned': {
      const { returnedTotalMinor: returnedMinor } = event.data;
      return { status: returnedMinor === terms.payoutMinor ? 'returned' : 'paid', terms, returnedMinor };
    }
    default:
      return assertNever(event);
  }
};
