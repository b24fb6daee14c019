import { type Logger } from '../log/logger';

export interface Lifecycle {
  /** Hooks run in reverse order: what was started last stops first. */
  onStop(name: string, stop: () => unknown): void;
  /** Runs every hook, each within its limit; a hook that fails or hangs does not keep the others from running. */
  stop(): Promise<void>;
}

export interface Running {
  readonly url: string;
  stop(): Promise<void>;
}

export declare const createLifecycle: (log: Logger) => Lifecycle;
/** Starts a service as a process of its own: signals stop it in order, a second signal or a hang forces the exit. */
export declare const runMain: (start: () => Promise<Running>) => void;
