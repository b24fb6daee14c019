/** A sentence for a 404: an attempt's id where a charge's is wanted is the usual mistake. Empty for other ids. */
export const hintOfAttemptId = (id: string): string =>
  id.startsWith('att_') ? ` ${id} is the id of an attempt; use its chargeId, which begins with ch_.` : '';
