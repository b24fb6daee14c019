import { type Operations } from '@repasse/chassis/http/app';
import { type KeyRing } from './key-ring';

/** As long as our own services keep them; a new key is shown for twice that before it signs. */
const cacheControl = 'public, max-age=300';

export const keyOperations = (ring: KeyRing): Operations => ({
  getJwks: {
    handle: async () => ({ status: 200, headers: { 'Cache-Control': cacheControl }, body: ring.publicKeys() }),
  },
});
