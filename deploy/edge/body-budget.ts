import { type AdmitBytes } from '@repasse/chassis/http/collect-body';
import { ProblemError } from '@repasse/chassis/http/problem';

/** Bytes of bodies that may be in memory at a time. */
export interface BodyLimits {
  readonly totalBytesMax: number;
  readonly addressBytesMax: number;
}

/**
 * A body is kept until its answer is there, and nobody has shown a credential that the edge could check. The largest
 * operation takes 1 MiB, so an address has room for sixteen of these, or for ten thousand charges under way; eight such
 * addresses fill the total, which a container of 512 MiB can hold.
 */
const limitsDefault: BodyLimits = { totalBytesMax: 128 * 1_024 * 1_024, addressBytesMax: 16 * 1_024 * 1_024 };

/** The part of one request. */
export interface BodyShare {
  /** Counts bytes, unless they are too many. */
  readonly admit: AdmitBytes;
  /** The body is not kept any longer. */
  readonly release: () => void;
}

export interface BodyBudget {
  readonly open: (address: string) => BodyShare;
}

/** Bounds the memory that bodies take, in all and by the address they come from. */
export const createBodyBudget = ({ totalBytesMax, addressBytesMax } = limitsDefault): BodyBudget => {
  const byAddress = new Map<string, number>();
  let totalBytes = 0;
  const add = (address: string, bytes: number): void => {
    totalBytes += bytes;
    const sum = (byAddress.get(address) ?? 0) + bytes;
    if (sum === 0) byAddress.delete(address);
    else byAddress.set(address, sum);
  };
  return {
    open: (address) => {
      let ownBytes = 0;
      return {
        admit: (bytes) => {
          if ((byAddress.get(address) ?? 0) + bytes > addressBytesMax) return addressFull(addressBytesMax);
          if (totalBytes + bytes > totalBytesMax) return full();
          ownBytes += bytes;
          add(address, bytes);
          return undefined;
        },
        release: () => {
          add(address, -ownBytes);
          ownBytes = 0;
        },
      };
    },
  };
};

/** Requests are answered within seconds, and those that stall are cut after 15 s. */
const retry = { headers: { 'Retry-After': '2' }, extra: { retryable: true } };

const addressFull = (bytesMax: number): ProblemError =>
  new ProblemError({
    status: 429,
    code: 'request.rate_limited',
    detail: `The bodies under way from this address hold ${bytesMax} bytes. Nothing was done; wait for Retry-After.`,
    ...retry,
  });

const full = (): ProblemError =>
  new ProblemError({
    status: 503,
    code: 'edge.busy',
    detail: 'As many bodies as can be held are under way. Nothing was done; wait for Retry-After.',
    ...retry,
  });
