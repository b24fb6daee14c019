/**
 * For the `from` of a statement that commits by itself: its commit does not wait for the disk. If PostgreSQL crashes
 * within the next half second the rows may be gone, so use it only for rows that can be recovered otherwise.
 */
export const withoutWaitingForDisk = `(select set_config('synchronous_commit', 'off', true)) as without_waiting`;
