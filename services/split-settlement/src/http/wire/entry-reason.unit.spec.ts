import { userAccountKinds } from '../../domain/ledger';
import { disputeOrder, takeBack, takingPostings, type Holding } from '../../domain/take-back';
import { entryReason } from './entry-reason';

it('gives every account a reason that a dispute can take money from or hold it in', () => {
  const release = { settlementId: 'stl_1', userId: 7, installment: 1, amountMinor: 1, currency: 'BRL', dueAt: '2026' };
  const holding: Holding = {
    ...{ userId: 7, availableMinor: 1, settlementId: 'stl_1' },
    planned: [
      { ...release, source: 'user_reserve' },
      { ...release, source: 'user_pending' },
    ],
  };
  const taking = takeBack({ userId: 7, isOwner: true, amountMinor: 4 }, holding, disputeOrder);
  const taken = takingPostings('DISPUTE_HOLD', [taking], 'BRL').map(({ account }) => account.kind);

  expect(taken).toHaveLength(4);
  for (const accountKind of userAccountKinds) {
    const hasReason = accountKind === 'dispute_held' || taken.includes(accountKind);
    expect(entryReason({ kind: 'DISPUTE_HOLD', accountKind }) === null).toBe(!hasReason);
    expect(entryReason({ kind: 'REFUND', accountKind })).toBeNull();
  }
});
