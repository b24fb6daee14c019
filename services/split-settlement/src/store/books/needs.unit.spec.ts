import { needsOf } from './needs';

const shares = [
  { userId: 1, amountMinor: 700, isOwner: true },
  { userId: 2, amountMinor: 200, isOwner: false },
];
const paid = { chargeId: 'ch_1', paymentId: 'pay_1', currency: 'BRL', shares };

describe('what a batch needs', () => {
  it('is what its events need together, and of everybody who gets or gives', () => {
    const taking = { userId: 3, currency: 'BRL', amountMinor: 5, paymentId: 'pay_2' };
    const needs = needsOf([{ paid: [paid] }, { takings: [taking], reversalIds: ['re_1'] }, { users: [1, 4] }]);

    expect(needs).toMatchObject({ paid: [paid], takings: [taking], reversalIds: ['re_1'], withdrawalIds: [] });
    expect([...needs.users].sort()).toEqual([1, 2, 3, 4]);
  });

  it('is what may be taken of those who are paid in it and give back in it, whose shares are not in the books yet', () => {
    const { takings } = needsOf([{ paid: [paid] }, { reversed: [{ chargeId: 'ch_1', amountMinor: 500 }] }]);

    expect(takings).toEqual([
      { userId: 1, currency: 'BRL', amountMinor: 500 },
      { userId: 2, currency: 'BRL', amountMinor: 200 },
    ]);
  });

  it('is nothing more where another charge goes back', () => {
    expect(needsOf([{ paid: [paid] }, { reversed: [{ chargeId: 'ch_2', amountMinor: 500 }] }]).takings).toEqual([]);
  });
});
