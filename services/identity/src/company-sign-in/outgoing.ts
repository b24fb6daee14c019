import { openExchange } from '@repasse/chassis/http/exchange';
import { addressRefused, isPrivateLiteral, publicLookup } from '@repasse/chassis/net/public-lookup';
import { type CustomFetch } from 'openid-client';
import { faultOfProviderAddress, type AddressRules } from './rules';

/** Three calls end before the console's patience does. */
const timeoutMs = 3_000;

/** A discovery document has some kilobytes, and so have the keys of a large provider. */
const answerBytesMax = 256 * 1_024;

const limits = { socketsMax: 8, answerBytesMax, idleTimeoutMs: 4_000, connectTimeoutMs: 2_000 };

/** Statuses whose answers have no body. */
const bodiless = new Set([204, 205, 304]);

/**
 * The way to providers, whose addresses their owners choose: outside the sandbox https to public addresses alone, the address
 * that is dialled being the one that was checked. Redirects are answers, which the library takes for faults.
 */
export const openOutgoing = (rules: AddressRules): { readonly fetch: CustomFetch; readonly close: () => void } => {
  const { exchange, close } = openExchange({ ...limits, ...(!rules.isSandbox && { lookup: publicLookup() }) });
  const fetch: CustomFetch = async (address, { method, headers, body }) => {
    const url = new URL(address);
    const isInside = !rules.isSandbox && isPrivateLiteral(url);
    if (isInside || faultOfProviderAddress(address, rules) !== undefined) throw new Error(addressRefused);
    const sent = body instanceof URLSearchParams || typeof body === 'string' ? body.toString() : undefined;
    const answer = await exchange({ method, url, headers, body: sent, timeoutMs });
    const contentType = answer.headers['content-type'];
    return new Response(bodiless.has(answer.status) ? null : answer.text, {
      status: answer.status,
      headers: contentType === undefined ? {} : { 'content-type': contentType },
    });
  };
  return { fetch, close };
};
