import { Problem } from '../api/problem.ts';
import { keyFor, leavesOpen } from './unsettled-key.ts';

describe('the key of a change', () => {
  const newKey = (): string => 'new';
  const unsettled = { input: { amount: '30.00' }, key: 'first' };

  it('is kept while the same change has no known outcome', () => {
    expect(keyFor(unsettled, { amount: '30.00' }, newKey)).toBe('first');
  });

  it.each([
    ['another change', unsettled, { amount: '30.01' }],
    ['a first change', undefined, { amount: '30.00' }],
    ['another file', { input: new Blob(['a']), key: 'first' }, new Blob(['a'])],
  ])('is a new one for %s', (_, sent, input) => {
    expect(keyFor(sent, input, newKey)).toBe('new');
  });

  it('is kept for the same file, and for a change without an input', () => {
    const file = new Blob(['a']);
    expect(keyFor({ input: file, key: 'first' }, file, newKey)).toBe('first');
    expect(keyFor({ input: undefined, key: 'first' }, undefined, newKey)).toBe('first');
  });
});

describe('a fault', () => {
  it.each([
    ['silence', new TypeError('Failed to fetch'), true],
    ['a service that is down', new Problem(503, 'server.unavailable', ''), true],
    ['the same request under way', new Problem(409, 'idempotency.in_progress', ''), true],
    ['a code that is asked for', new Problem(403, 'auth.step_up_required', ''), true],
    ['a refusal', new Problem(409, 'refund.nothing_left', ''), false],
  ])('says whether the outcome is open: %s', (_, fault, isOpen) => {
    expect(leavesOpen(fault)).toBe(isOpen);
  });
});
