import { lookup as dnsLookup, type LookupAddress, type LookupAllOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { HttpFault } from '../http/http-fault';
import { isPublicAddress } from './internal/public-address';

export type LookupAll = (
  hostname: string,
  options: LookupAllOptions,
  callback: (fault: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export const addressRefused = 'The address is not public, so nothing was sent.';

/** Node does not look up a literal address, so a guard on the lookup never sees it. */
export const isPrivateLiteral = ({ hostname }: URL): boolean => {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) !== 0 && !isPublicAddress(host);
};

/** Hands the socket only public addresses, so that the address that was checked is the one that is dialled. */
export const publicLookup =
  (lookupAll: LookupAll = dnsLookup): LookupFunction =>
  (hostname, options, callback) => {
    lookupAll(hostname, { ...options, all: true }, (fault, addresses) => {
      if (fault !== null) return callback(fault, []);
      const allowed = addresses.filter(({ address }) => isPublicAddress(address));
      const [first] = allowed;
      if (first === undefined) return callback(new HttpFault('refused', addressRefused), []);
      if (options.all === true) return callback(null, allowed);
      return callback(null, first.address, first.family);
    });
  };
