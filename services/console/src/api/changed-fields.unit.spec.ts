import { changedFields } from './changed-fields';

describe('the fields that a change made others', () => {
  it('are told by their path, and the others are left out', () => {
    const before = { late: 'hold', rules: [{ fixed: '0.40', min: null }], updatedAt: '2026-11-01' };
    const after = { late: 'hold', rules: [{ fixed: '0.50', min: null }, { fixed: '1.00' }], updatedAt: '2026-11-02' };

    expect(changedFields(before, after)).toEqual([
      { field: 'rules.0.fixed', before: '0.40', after: '0.50' },
      { field: 'rules.1.fixed', after: '1.00' },
    ]);
    expect(changedFields(after, after)).toEqual([]);
  });

  it('are all of them where it was not there before, or is not there any more', () => {
    expect(changedFields(undefined, { url: 'https://a.example' })).toEqual([
      { field: 'url', after: 'https://a.example' },
    ]);
    expect(changedFields({ isEnabled: true }, undefined)).toEqual([{ field: 'isEnabled', before: 'true' }]);
  });

  it('never tell a secret, and tell that it is another one', () => {
    expect(changedFields({ signing: { secret: 'whsec_a' } }, { signing: { secret: 'whsec_b' } })).toEqual([
      { field: 'signing.secret', before: '***', after: '***' },
    ]);
  });

  it('are as many and as long as the log keeps', () => {
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`field${String(n)}`, 'x'.repeat(500)]));
    const changes = changedFields({}, many);

    expect(changes).toHaveLength(40);
    expect(changes.every(({ after }) => String(after).length === 160)).toBe(true);
  });
});
