import { type AdapterContext } from '../wire/connect';
import { type RevolutClient } from './client';

export interface RevolutContext extends AdapterContext<RevolutClient> {
  /** What the web SDK is told, for it has an address of its own per mode. */
  readonly mode: 'prod' | 'sandbox';
}
