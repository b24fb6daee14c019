/** Points where a test may kill a process, named after the last step. */
export type FaultPoint = 'relay.after_publish' | 'consumer.after_effect' | 'charge.after_commit';

/**
 * Kills this process without warning, as a crash would, when the environment asks for it at this point and the process
 * runs in the sandbox; does nothing otherwise. It reads the environment itself, because no service may pass it on.
 */
export const faultPoint = (name: FaultPoint): void => {
  if (process.env['SANDBOX'] !== 'true' || process.env['REPASSE_FAULT_POINT'] !== name) return;
  process.kill(process.pid, 'SIGKILL');
};
