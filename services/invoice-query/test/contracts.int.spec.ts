import { showEvents } from '@repasse/chassis/projection/show-events';
import { eventCatalogue } from '@repasse/contracts';
import { views } from '../src/projections/all-projections';
import { event } from './support/events';
import { startService, type RunningService } from './support/running-service';

let service: RunningService;
beforeAll(async () => {
  service = await startService('contracts');
});
afterAll(() => service.stop());

describe('the contracts of invoice-query', () => {
  it.each(eventCatalogue.map(({ name, type }) => [name, type] as const))(
    'take the published example of %s in every view',
    async (_name, type) => {
      const published = event(type, { key: type, position: 1, at: '00.000' });

      await showEvents(service.db, views, [published]);

      const [entry] = await service.db.query('select type from timeline_entries where event_id = $1', [published.id]);
      // Every event of a charge, a payment or a withdrawal is told; what identity says of users is no part of their stories.
      const isTold = 'chargeId' in published.data || 'withdrawalId' in published.data;
      expect(entry).toEqual(isTold ? { type } : undefined);
    },
  );
});
