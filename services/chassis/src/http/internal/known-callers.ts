import { type IncomingHttpHeaders } from 'node:http';
import { type Principal } from '../../auth/principal';

/**
 * Whose request it is, by its headers, for what is told of it after its answer. A refusal is thrown, for want of a scope too, and
 * brings nothing along.
 */
const callers = new WeakMap<IncomingHttpHeaders, Principal>();

export const rememberCaller = (headers: IncomingHttpHeaders, caller: Principal): void => {
  callers.set(headers, caller);
};

export const callerIn = (headers: IncomingHttpHeaders): Principal | undefined => callers.get(headers);
