import { type PaymentMethod } from '@repasse/contracts';
import { type Account } from './ledger';

/** The ways by which money leaves. */
export type Rail = 'PIX' | 'CRYPTO';

interface RailFacts {
  /** The provider's account that the money leaves from: the one that money of this method arrives in. */
  readonly clearing: PaymentMethod;
  /** True where the setting of the least amount counts: networks for coins take as much as little amounts are. */
  readonly hasMinimum: boolean;
}

const facts: Readonly<Record<Rail, RailFacts>> = {
  PIX: { clearing: 'PIX', hasMinimum: false },
  CRYPTO: { clearing: 'CRYPTO', hasMinimum: true },
};

/** Of withdrawals from before there were others, and of events that name none. */
export const firstRail: Rail = 'CRYPTO';

/** What a destination in reais is paid in, in the place of a coin. */
export const reais = 'BRL';

export const clearingOf = (rail: Rail): Account => ({
  kind: 'provider_clearing',
  paymentMethod: facts[rail].clearing,
});

export const hasMinimum = (rail: Rail): boolean => facts[rail].hasMinimum;
