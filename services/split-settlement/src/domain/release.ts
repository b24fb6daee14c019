import { type PaymentMethod } from '@repasse/contracts';
import { makeTransaction, move, type LedgerTransaction, type Posting } from './ledger';

/** When money of one method may be used. Days are periods of 24 hours from the payment: the same for every time zone. */
export interface ReleaseTerms {
  readonly firstDays: number;
  readonly perInstallmentDays: number;
  /** How long what was held back against disputes stays held back. */
  readonly reserveDays: number;
}

export type ReleaseSchedule = Readonly<Record<PaymentMethod, ReleaseTerms>>;

export type ReleaseSource = 'user_pending' | 'user_reserve';

/** Money of one user that becomes available at one moment. */
export interface Release {
  readonly settlementId: string;
  readonly userId: number;
  readonly source: ReleaseSource;
  readonly installment: number;
  readonly amountMinor: number;
  readonly currency: string;
  readonly dueAt: string;
}

const dayMs = 86_400_000;

export const addDays = (at: string, days: number): string => new Date(Date.parse(at) + days * dayMs).toISOString();

/** Equal parts, rounded down; what the rounding leaves over comes with the first, so the parts add up to the whole. */
export const installmentsOf = (amountMinor: number, installments: number): number[] => {
  const partMinor = Math.floor(amountMinor / installments);
  const firstMinor = amountMinor - partMinor * (installments - 1);
  return Array.from({ length: installments }, (_, index) => (index === 0 ? firstMinor : partMinor));
};

export interface Payout {
  readonly settlementId: string;
  readonly userId: number;
  readonly currency: string;
  readonly pendingMinor: number;
  readonly reserveMinor: number;
}

/** When the parts of a share may be used: one for each instalment. */
export const dueTimesOf = (terms: ReleaseTerms, paidAt: string, installments: number): readonly string[] =>
  Array.from({ length: installments }, (_, index) =>
    addDays(paidAt, terms.firstDays + index * terms.perInstallmentDays),
  );

/** Plans a user's releases: an instalment a month as the acquirer pays it, the reserve in one piece. */
export const planReleases = (payout: Payout, terms: ReleaseTerms, paidAt: string, installments: number): Release[] => {
  const { settlementId, userId, currency } = payout;
  const parts = installmentsOf(payout.pendingMinor, installments).map((amountMinor, index): Release => ({
    settlementId,
    userId,
    currency,
    amountMinor,
    source: 'user_pending',
    installment: index + 1,
    dueAt: addDays(paidAt, terms.firstDays + index * terms.perInstallmentDays),
  }));
  const reserve: Release = {
    settlementId,
    userId,
    currency,
    amountMinor: payout.reserveMinor,
    source: 'user_reserve',
    installment: 1,
    dueAt: addDays(paidAt, terms.reserveDays),
  };
  return [...parts, reserve].filter(({ amountMinor }) => amountMinor > 0);
};

export const isDue = (release: Release, now: string): boolean => Date.parse(release.dueAt) <= Date.parse(now);

/** Moves what is due of one settlement from where it was held to what its user can use. */
export const releaseFunds = (o: {
  readonly transactionId: string;
  readonly chargeId: string;
  readonly settlementId: string;
  readonly releases: readonly Release[];
  readonly now: string;
}): LedgerTransaction =>
  makeTransaction({
    transactionId: o.transactionId,
    kind: 'FUNDS_RELEASED',
    chargeId: o.chargeId,
    settlementId: o.settlementId,
    occurredAt: o.now,
    postings: o.releases.flatMap(postingsOf),
  });

const postingsOf = ({ source, userId, amountMinor, currency }: Release): Posting[] =>
  move('RELEASE', { from: { kind: source, userId }, to: { kind: 'user_available', userId } }, amountMinor, currency);

/** The sum each user got, in the order they first appear: one announcement a user, however many parts came due. */
export const releasedByUser = (releases: readonly Release[]): { userId: number; amountMinor: number }[] => {
  const sums = new Map<number, number>();
  for (const { userId, amountMinor } of releases) sums.set(userId, (sums.get(userId) ?? 0) + amountMinor);
  return [...sums].map(([userId, amountMinor]) => ({ userId, amountMinor }));
};
