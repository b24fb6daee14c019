import { callAll } from '@repasse/chassis/postgres/function-call';
import { callsOf } from '@repasse/chassis/projection/show-events';
import { eventCatalogue } from '@repasse/contracts';
import { views } from '../src/projections/all-projections';
import { readSubjectTimeline, readTimeline } from '../src/store/timeline';
import { event } from './support/events';
import { startService, type RunningService } from './support/running-service';

let service: RunningService;
beforeAll(async () => {
  service = await startService('contracts');
});
afterAll(() => service.stop());

describe('the contracts of invoice-query', () => {
  it.each(eventCatalogue.map(({ name, type }) => [name, type] as const))(
    'take the published example of %s in every view and on its timeline',
    async (_name, type) => {
      const published = event(type, { key: type, position: 1, at: '00.000' });

      await callAll(service.db, callsOf(views, [published]));

      const { data } = published;
      const chargeId = 'chargeId' in data && data.chargeId !== null ? data.chargeId : '';
      const subjectId = 'withdrawalId' in data ? data.withdrawalId : '';
      const told = [
        ...(await readTimeline(service.db, chargeId, undefined)),
        ...(await readSubjectTimeline(service.db, subjectId, undefined)),
      ];
      // Every event of a charge, a payment or a withdrawal is told; what identity says of users is no part of their stories.
      const isTold = 'chargeId' in published.data || 'withdrawalId' in published.data;
      expect(told.some(({ eventId }) => eventId === published.id)).toBe(isTold);
    },
  );
});
