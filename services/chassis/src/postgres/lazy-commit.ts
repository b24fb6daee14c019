const setting = (isLocal: boolean): string => `set_config('synchronous_commit', 'off', ${isLocal})`;

/**
 * An expression to select: the commit of its transaction, or of its statement alone, does not wait for the disk. A crash
 * of PostgreSQL within the next half second may undo it, so it is for rows that can be recovered otherwise.
 */
export const lazyCommit = setting(true);

/** The same for all later commits of a session. */
export const lazyCommits = setting(false);
