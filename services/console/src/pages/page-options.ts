import { type Identity } from '../identity';
import { type SessionCookie } from '../session-cookie';

/** What pages before the app work with. */
export interface PageOptions {
  readonly identity: Identity;
  readonly cookie: SessionCookie;
  readonly proxiesInFront: number;
}
