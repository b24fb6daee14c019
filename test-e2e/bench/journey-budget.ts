/**
 * Limits on the statements that one PIX journey alone, and an idle system, send to the databases. Counts, not times; each is
 * a little above the measured value, and is lowered whenever less is needed.
 */
export const journeyBudget = {
  /** It is 25.8 at rest. Beside other suites on two slow cores batches are cut smaller: 28.3 was the least of six rounds. */
  statements: 31,
  /** Commits that wait for the disk. */
  waitingCommits: 8,
  /**
   * Every process looks each five seconds for revoked access and for due repairs, and each ten whether it can write: some
   * four of ten. Within the 11 seconds that are counted, one look more or less of each is one a second.
   */
  idleStatementsPerSecond: 12,
} as const;

/**
 * What one payout by PIX, alone, may ask of payment-gateway's database, which does all of it but book it. Four records (asked
 * for, named at the bank, sent, settled) are a statement each; the goal is 12 for all.
 */
export const payoutBudget = { statements: 19 } as const;
