/** The ways money leaves: by PIX in reais, or as coins. */
export type Rail = 'PIX' | 'CRYPTO';

/** The facts of a rail that decisions read. */
interface RailRow {
  /** Sent to an address in the withdrawal itself, at the price of a quote; otherwise to a destination that identity keeps. */
  readonly isInCoins: boolean;
  /**
   * The provider knows a payout by our id and makes none twice under it. Its name is recorded together with its price, and
   * one the provider does not know after silence is asked for again under the same name.
   */
  readonly isNamedByUs: boolean;
  /** The receiver's bank may send the money back, for as long as paid payouts are read. */
  readonly mayComeBack: boolean;
  /** How many payouts one process has under way with the provider, unless a setting says otherwise. */
  readonly atOnce: number;
}

export const rails: Readonly<Record<Rail, RailRow>> = {
  PIX: { isInCoins: false, isNamedByUs: true, mayComeBack: true, atOnce: 4 },
  // Few enough to leave the provider's capacity to payers, whose requests use the same connections.
  CRYPTO: { isInCoins: true, isNamedByUs: false, mayComeBack: false, atOnce: 4 },
};

export const allRails = Object.keys(rails) as readonly Rail[];

/** Before there were rails, money left as coins. */
export const railOf = ({ rail }: { readonly rail?: Rail | undefined }): Rail => rail ?? 'CRYPTO';
