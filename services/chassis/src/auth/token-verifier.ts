import { type Clock } from '../clock';
import { type Logger } from '../log/logger';
import { type Principal } from './principal';

/** Answers who a bearer token speaks for, or undefined when it must not be trusted. */
export type TokenVerifier = (token: string) => Promise<Principal | undefined>;

export interface TokenVerifierOptions {
  readonly jwksUrl: string;
  readonly issuer: string;
  readonly clock: Clock;
  readonly log: Logger;
}
export declare const createTokenVerifier: (options: TokenVerifierOptions) => TokenVerifier;
