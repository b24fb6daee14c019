import { hintOfAttemptId } from './attempt-id';

it.each([
  ['att_01KAJ2E8V4N7Q0S6T3W9X5Y1Z2', / att_01KAJ2E8V4N7Q0S6T3W9X5Y1Z2 is the id of an attempt; use its chargeId/],
  ['ch_01KAJ2E8V4N7Q0S6T3W9X5Y1Z2', /^$/],
  ['4711', /^$/],
])('a 404 for %s adds what helps', (id, hint) => {
  expect(hintOfAttemptId(id)).toMatch(hint);
});
