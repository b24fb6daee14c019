import { toggleDebug } from './levels';
import { type Logger } from '../logger';

/**
 * SIGUSR2 turns debug lines on, and off again at the next one. A signal needs neither a port nor a credential nor a
 * writable file system, and reaches the first process of a container: `docker kill -s USR2`, `kubectl exec … -- kill -USR2 1`.
 * SIGUSR1 is taken: Node opens its inspector on it.
 */
export const followDebugSignal = (log: Logger): void => {
  process.on('SIGUSR2', () => {
    const isOn = toggleDebug();
    log.info(isOn ? 'debug lines are on' : 'debug lines are off');
  });
};
