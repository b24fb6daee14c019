import { type IncomingMessage } from 'node:http';

/** Headers of an answer that depend on how its request came. */
export type TransportHeaders = Readonly<Record<string, string>>;

/** A year, as browsers' preload lists ask for; an installation without https is never told of it. */
const strict: TransportHeaders = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' };
const none: TransportHeaders = {};

/**
 * Has browsers come by https only, where they came by https: the edge itself speaks plain http, so a proxy of ours must say
 * so. The first entry is the client's own connection. Without a proxy in front, a caller could claim anything.
 */
export const createTransportSecurity =
  ({ proxiesInFront }: { readonly proxiesInFront: number }) =>
  ({ headers }: IncomingMessage): TransportHeaders => {
    if (proxiesInFront === 0) return none;
    const [first = ''] = String(headers['x-forwarded-proto'] ?? '').split(',');
    return first.trim().toLowerCase() === 'https' ? strict : none;
  };
