import { type LookupFunction } from 'node:net';
import { openExchange } from '../../exchange';
import { type Target } from '../targets';

/** Asks one process whether it is ready. */
export interface Probe {
  /** Never rejects. */
  readonly ask: () => Promise<boolean>;
  readonly close: () => void;
}

export type OpenProbe = (target: Target) => Probe;

/** Shorter than a health check may take, so that the edge's own health names the service that hangs. */
const timeoutMs = 1_500;

/** A service names the checks that fail, each in a line. */
const answerBytesMax = 64 * 1_024;

export const openProbe: OpenProbe = (target) => {
  const { exchange, close } = openExchange({
    ...{ socketsMax: 1, answerBytesMax, repeatsUnanswered: true },
    ...connectingTo(target),
  });
  const url = new URL(`${target.url}/health/ready`);
  return {
    ask: () =>
      exchange({ method: 'GET', url, headers: {}, timeoutMs }).then(
        ({ status }) => status === 200,
        () => false,
      ),
    close,
  };
};

/** The option of an exchange that connects to the target's address and names its host in certificate and header. */
export const connectingTo = ({ address }: Target): { readonly lookup?: LookupFunction } =>
  address === undefined ? {} : { lookup: alwaysTo(address) };

const alwaysTo =
  (address: string): LookupFunction =>
  (_host, { all }, callback) => {
    const family = address.includes(':') ? 6 : 4;
    if (all === true) callback(null, [{ address, family }]);
    else callback(null, address, family);
  };
