import { defineProjection } from '@repasse/chassis/projection/projection';
import { topics } from '@repasse/contracts';

/**
 * Shows nothing and reads everything: so that events of every topic are kept in received_events, and a view that is
 * thought of next year can be built from all that happened before it.
 */
export const archiveProjection = defineProjection({
  name: 'archive',
  topics: topics.map(({ name }) => name),
  tables: [],
  apply: () => Promise.resolve(),
});
