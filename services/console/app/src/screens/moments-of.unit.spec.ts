import { momentsOf } from './moments-of.ts';

describe('the days of an address', () => {
  it('become the moments in São Paulo at which they begin and end', () => {
    expect(momentsOf({ status: 'PENDING', from: '2026-11-01', to: '2026-11-01' })).toEqual({
      status: 'PENDING',
      from: '2026-11-01T03:00:00.000Z',
      to: '2026-11-02T03:00:00.000Z',
    });
  });

  it('are left out where there are none, and left as they are where they are no days', () => {
    expect(momentsOf({ kind: 'FEE' })).toEqual({ kind: 'FEE' });
    expect(momentsOf({ from: 'soon', to: '2026-13-41' })).toEqual({ from: 'soon', to: '2026-13-41' });
  });
});
