import { type AdapterContext } from '../wire/connect';
import { type RevolutClient } from './client';

export interface RevolutContext extends AdapterContext<RevolutClient> {
  /** The mode of the web SDK, which has an address of its own for each. */
  readonly mode: 'prod' | 'sandbox';
}
