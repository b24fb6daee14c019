import { timingSafeEqual } from 'node:crypto';
import { digestOf } from '../../crypto/same-secret';
import { type InternalCaller } from '../../config/internal/key-settings';

/** The name of the service whose token it is; undefined of a token that nobody has. */
export type NameOfCaller = (token: string) => string | undefined;

/** Compares with the token of every caller, so that the time it takes tells nothing. `callers` may change while it runs. */
export const createNameOfCaller = (callers: () => readonly InternalCaller[]): NameOfCaller => {
  let known: readonly InternalCaller[] = [];
  let digests: readonly (readonly [name: string, digest: Buffer])[] = [];
  const read = () => {
    const current = callers();
    if (current !== known) digests = current.map(({ name, token }) => [name, digestOf(token)]);
    known = current;
    return digests;
  };
  return (token) => {
    const given = digestOf(token);
    const [match] = read().filter(([, digest]) => timingSafeEqual(given, digest));
    return match?.[0];
  };
};
