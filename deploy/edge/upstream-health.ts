import type { Health } from '@repasse/chassis/health/health';
import type { Config } from './config';

/** Shorter than a health check may take, so that the one service that hangs is named. */
const probeTimeoutMs = 1_500;

/** The edge is of use when the services it passes requests on to are: it is as ready as they are. */
export const followUpstreams = (health: Health, { upstreams }: Config): void => {
  for (const [name, url] of Object.entries(upstreams)) health.addCheck(name, () => isReady(url), 'ready');
};

const isReady = async (url: string): Promise<boolean> => {
  const answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(probeTimeoutMs) });
  await answer.body?.cancel();
  return answer.ok;
};
