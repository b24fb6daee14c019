import { keptFilters } from './kept-filters.ts';

it('keeps filters as texts, and neither the account nor the page', () => {
  expect(keptFilters({ status: 'PAID', user_id: 7, m: 3, cursor: 'next', method: undefined, paidTo: '' })).toEqual({
    ...{ status: 'PAID', user_id: '7' },
  });
});
