import { type Health } from '@repasse/chassis/health/health';
import { type Logger } from '@repasse/chassis/log/logger';

/**
 * Shows in the edge's health which services are ready. The edge itself is ready when it can serve: a service that is away
 * is 503 on its own routes, and an edge that is taken out for it would take the others' routes along.
 */
export const showUpstream = (
  health: Health,
  { name, isReady, log }: { readonly name: string; readonly isReady: () => Promise<boolean>; readonly log: Logger },
): void => {
  const told = whenChanged((isWell) => {
    if (isWell) log.info({ upstream: name }, 'a service is ready');
    else log.warn({ upstream: name }, 'a service is not ready');
  });
  health.addNote(name, () => isReady().then(told));
};

/** Returns what it is given, and reports it when it differs from the time before. */
const whenChanged = (report: (isWell: boolean) => void): ((isWell: boolean) => boolean) => {
  let last: boolean | undefined;
  return (isWell) => {
    if (isWell !== last) report(isWell);
    last = isWell;
    return isWell;
  };
};
