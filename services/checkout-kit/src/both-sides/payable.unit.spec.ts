import { payableStatuses, statusAt, type Payable } from './payable';

const expiresAt = '2026-11-21T12:00:00.000Z';
const endMs = Date.parse(expiresAt);
const payable: Payable = { status: 'PENDING', expiresAt, now: expiresAt, redirectUrl: null, paidAt: null };

describe('what is to be paid', () => {
  it('has ended for a payer with its time, whatever the service still waits for', () => {
    expect(statusAt(payable, endMs - 1)).toBe('PENDING');
    expect(statusAt(payable, endMs)).toBe('EXPIRED');
  });

  it.each(payableStatuses.filter((status) => status !== 'PENDING'))('stays %s when its time is over', (status) => {
    expect(statusAt({ ...payable, status }, endMs + 1)).toBe(status);
  });
});
