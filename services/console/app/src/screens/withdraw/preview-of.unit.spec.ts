import { previewOf } from './preview-of.ts';

const balance = {
  available: '1000.00',
  withheld: [
    { reason: 'DISPUTE', amount: '70.00' },
    { reason: 'HOLD', amount: '100.00' },
    { reason: 'REFUND', amount: '50.00' },
  ],
} as const;
const asked = { amountCents: 50_000, balance: { ...balance, withheld: [...balance.withheld] }, isManaged: true };

it('takes the fee from the amount, and leaves the rest of what is available', () => {
  expect(previewOf({ ...asked, policy: { fee: '2.50', feeCarriedBy: 'SELLER' } })).toMatchObject({
    ...{ feeCents: 250, arrivesCents: 49_750, leftCents: 50_000, isFeeOfManager: false },
    ...{ payableCents: 85_000, isBelow: false, isAbove: false, needsSecondAboveCents: undefined },
  });
});

it('lets a manager carry the fee, and nobody else', () => {
  const policy = { fee: '2.50', feeCarriedBy: 'MANAGER' } as const;

  expect(previewOf({ ...asked, policy })).toMatchObject({ arrivesCents: 50_000, isFeeOfManager: true });
  expect(previewOf({ ...asked, policy, isManaged: false })).toMatchObject({
    ...{ arrivesCents: 49_750, isFeeOfManager: false },
  });
});

it('says what is too little, too much, or waits for a second person', () => {
  const policy = { minimum: '20.00', maximum: '400.00', fourEyesAbove: '300.00' };

  expect(previewOf({ ...asked, policy })).toMatchObject({
    ...{ payableCents: 40_000, isAbove: true, needsSecondAboveCents: 30_000 },
  });
  expect(previewOf({ ...asked, amountCents: 1_999, policy })).toMatchObject({ isBelow: true, minimumCents: 2_000 });
  expect(previewOf({ ...asked, amountCents: 250, policy: { fee: '2.50' } })).toMatchObject({ isBelow: true });
});

it('knows no more of a seller’s balance than the person who pays out', () => {
  expect(previewOf({ ...asked, balance: undefined, policy: {} })).toMatchObject({
    ...{ payableCents: undefined, leftCents: undefined, isAbove: false },
  });
});
