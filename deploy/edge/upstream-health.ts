import type { Health } from '@repasse/chassis/health/health';
import { openExchange } from '@repasse/chassis/http/exchange';
import type { Config } from './config';

/** Shorter than a health check may take, so that the one service that hangs is named. */
const timeoutMs = 1_500;
/** A service names the checks that fail, each in a line. */
const answerBytesMax = 64 * 1_024;

/** The edge is of use when the services it passes requests on to are: it is as ready as they are. */
export const followUpstreams = (health: Health, { upstreams }: Config): void => {
  const { exchange } = openExchange({ socketsMax: 1, answerBytesMax, repeatsUnanswered: true });
  const isReady = async (url: string): Promise<boolean> => {
    const probe = { method: 'GET', url: new URL(`${url}/health/ready`), headers: {}, timeoutMs };
    return (await exchange(probe)).status === 200;
  };
  for (const [name, url] of Object.entries(upstreams)) health.addCheck(name, () => isReady(url), 'ready');
};
