/** What a 404 adds for an id of the wrong kind: an attempt's where a charge's is wanted is the usual mistake. */
export const hintOfAttemptId = (id: string): string =>
  id.startsWith('att_') ? ` ${id} is the id of an attempt; use its chargeId, which begins with ch_.` : '';
