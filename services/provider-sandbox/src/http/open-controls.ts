import { type Providers } from '../providers/open-providers';
import { openInboxSecrets } from '../store/inbox-secrets';
import { createInboxTable } from '../store/inbox-table';
import { type World } from '../world';
import { type Controls } from './operations';
import { createLocationReader } from './read-location';

/** Everything a person or a test may turn. `ownUrl` is where the simulated bank finds the simulated PSP. */
export const openControls = async (world: World, providers: Providers, ownUrl: () => string): Promise<Controls> => {
  const { db, clock, chaos, callbacks, sweeper } = world;
  const { pix, locationHost } = providers.psp;
  const readLocation = createLocationReader({ locationHost, baseUrl: () => `${ownUrl()}/pix` });
  return {
    bank: { pix, callbacks, clock, readLocation },
    inboxes: createInboxTable(db),
    secrets: await openInboxSecrets(db, clock),
    chaos,
    clock,
    callbacks,
    sweeper,
    fx: providers.fx.switches,
    revolut: providers.revolut,
    cielo: providers.cielo,
    nowPayments: providers.nowPayments,
    refunds: providers.refunds,
  };
};
