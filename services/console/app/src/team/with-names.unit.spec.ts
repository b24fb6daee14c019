import { withNames } from './with-names';

const [ana, other] = ['per_01KAJ2E8V4N7Q0S6T3W9X5Y1Z2', 'per_01KAJ2E8V4N7Q0S6T3W9X5Y1Z3'];
const nameOf = (id: string): string | undefined => (id === ana ? 'Ana' : undefined);

it('puts names where ids of people are known, and leaves the rest as it is', () => {
  expect(withNames(`A refund was asked for by ${ana}.`, nameOf)).toBe('A refund was asked for by Ana.');
  expect(withNames(`By ${other}, then ${ana}.`, nameOf)).toBe(`By ${other}, then Ana.`);
  expect(withNames('By key_1.', nameOf)).toBe('By key_1.');
});
