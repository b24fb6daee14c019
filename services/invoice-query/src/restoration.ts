import { type Restoration } from '@repasse/chassis/restore/restoration';
import { type Config } from './config';

/**
 * Views publish nothing and give out no numbers: they go on reading from the offsets that came back with them. Where the bus
 * is the older one, `restore rebuild` has them read it from its beginning.
 */
export const viewsRestoration: Restoration<Config> = {
  service: 'invoice-query',
  topics: [],
  rebuild: () => Promise.resolve([]),
  numbers: [],
  neverRestored: [],
};
