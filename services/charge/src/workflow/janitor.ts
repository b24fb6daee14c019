import type { Logger } from '@repasse/chassis/log/logger';
import { createExpireCharges, type ExpireDependencies } from './expire-charges';
import { createFinishAwaited, type FinishDependencies } from './finish-awaited';

export interface Janitor {
  stop(): Promise<void>;
}

export interface JanitorDependencies extends FinishDependencies, ExpireDependencies {
  readonly log: Logger;
  readonly pollIntervalMs?: number;
}

/** What is due has waited seconds already; looking once a second adds little to that. */
const pollIntervalMsDefault = 1_000;

/** Does what time alone brings about: attempts nobody answered for, cards in doubt, charges nobody paid. */
export const startJanitor = (deps: JanitorDependencies): Janitor => {
  const { log, pollIntervalMs = pollIntervalMsDefault } = deps;
  const rounds = [
    { what: 'attempts', run: createFinishAwaited(deps) },
    { what: 'expiries', run: createExpireCharges(deps) },
  ];
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  const loop = async (): Promise<void> => {
    for (const { what, run } of rounds) {
      await run().catch((err: unknown) => log.warn({ err, what }, 'the janitor could not look'));
    }
    if (isStopped) return;
    timer = setTimeout(() => {
      running = loop();
    }, pollIntervalMs);
  };
  let running = loop();

  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
};
