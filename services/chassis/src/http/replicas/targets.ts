import { lookup as lookUp, type LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { promisify } from 'node:util';
import { type Logger } from '../../log/logger';
import { within } from '../../lifecycle/internal/within';
import { every } from '../../waiting/poll';

/** One process of a service, as far as addresses tell. */
export interface Target {
  readonly url: string;
  /** Stands for the host of `url`; undefined where the connection looks the name up by itself. */
  readonly address: string | undefined;
}

export type FindAddresses = (host: string) => Promise<readonly LookupAddress[]>;

/** As the system resolves names, /etc/hosts and search domains included. */
const findAddressesDefault: FindAddresses = (host) => promisify(lookUp)(host, { all: true });

/** A container that comes or goes shows in the names of docker and Kubernetes within seconds. */
const lookUpEveryMs = 5_000;

/** The resolver's own limit is 5 s for each server. */
const lookUpTimeoutMs = 10_000;

export interface FollowTargets {
  readonly urls: readonly string[];
  readonly log: Logger;
  readonly onChange: (targets: readonly Target[]) => void;
  /** Replaced in tests. */
  readonly findAddresses?: FindAddresses | undefined;
}

export const unresolved = (urls: readonly string[]): readonly Target[] =>
  urls.map((url) => ({ url, address: undefined }));

/** Looks names up again and again and reports when their addresses have changed. Returns the end of it. */
export const followTargets = (o: FollowTargets): (() => void) => {
  const { urls, log, onChange, findAddresses = findAddressesDefault } = o;
  if (!urls.some(hasName)) return () => undefined;
  const known = new Map<string, readonly Target[]>(urls.map((url) => [url, unresolved([url])]));
  let shown = keysOf(unresolved(urls));

  const lookUpOne = async (url: string): Promise<void> => {
    try {
      const found = await within(lookUpTimeoutMs, `looking up ${hostOf(url)}`, () => findAddresses(hostOf(url)));
      known.set(url, targetsOf(url, found));
    } catch (err) {
      // The addresses that are known go on: a name server may be away longer than the services.
      log.debug({ err, host: hostOf(url) }, 'a name is not resolved');
    }
  };
  const lookUpAll = async (): Promise<void> => {
    await Promise.all(urls.filter(hasName).map(lookUpOne));
    const targets = urls.flatMap((url) => known.get(url) ?? []);
    if (keysOf(targets) === shown) return;
    shown = keysOf(targets);
    onChange(targets);
  };

  const looking = every({ name: 'addresses of services', log, intervalMs: lookUpEveryMs, run: lookUpAll });
  return () => void looking.stop();
};

export const keyOf = ({ url, address = '' }: Target): string => `${url} ${address}`;

const keysOf = (targets: readonly Target[]): string => targets.map(keyOf).sort().join(',');

/** A URL writes an IPv6 address in brackets. */
export const hostOf = (url: string): string => new URL(url).hostname.replace(/^\[|\]$/g, '');

const hasName = (url: string): boolean => isIP(hostOf(url)) === 0 && hostOf(url) !== 'localhost';

/**
 * Several addresses of one family are several processes. One of each family is one process with two addresses, among
 * which the connection chooses by itself.
 */
const targetsOf = (url: string, found: readonly LookupAddress[]): readonly Target[] => {
  for (const family of [4, 6]) {
    const addresses = [...new Set(found.filter((one) => one.family === family).map(({ address }) => address))];
    if (addresses.length > 1) return addresses.map((address) => ({ url, address }));
  }
  return unresolved([url]);
};
