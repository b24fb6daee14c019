/**
 * What one PIX journey may ask of the databases when it is alone, and an idle system at all. Counts, not times, so they
 * hold on any machine that has nothing else to do; each is a little above what is measured, and is lowered whenever less
 * is needed.
 */
export const journeyBudget = {
  statements: 28,
  /** Commits that wait for the disk. */
  waitingCommits: 8,
  idleStatementsPerSecond: 10,
} as const;
