import { disputedOf } from './disputed';

const receivedAt = '2026-11-21T12:00:00.000Z';
const first = { providerReference: 'E1', amountMinor: 2_000, receivedAt };
const second = { providerReference: 'E2', amountMinor: 3_000, receivedAt };
const receipts = [first, second];
const dispute = (status: 'open' | 'won' | 'lost', amountMinor: number, receiptReference?: string) => ({
  ...{ disputeId: `dsp_${status}_${amountMinor}`, providerReference: `C${amountMinor}`, amountMinor, status },
  ...{ evidence: [], answer: null },
  ...(receiptReference === undefined ? {} : { receiptReference }),
});

it.each([
  ['nothing is disputed', [], [0, 0]],
  ['a dispute names its receipt', [dispute('open', 1_000, 'E2')], [0, 1_000]],
  ['a dispute was lost', [dispute('lost', 1_000, 'E2')], [0, 1_000]],
  ['a dispute was won', [dispute('won', 1_000, 'E2')], [0, 0]],
  ['a dispute names no receipt', [dispute('open', 2_500)], [2_000, 500]],
  ['more is claimed than came', [dispute('open', 9_000, 'E1'), dispute('lost', 9_000)], [2_000, 3_000]],
  ['two disputes claim the same receipt', [dispute('lost', 500, 'E1'), dispute('open', 700, 'E1')], [1_200, 0]],
])('the disputed part of each receipt, where %s', (_, disputes, expected) => {
  expect(receipts.map((receipt) => disputedOf({ receipts, disputes }, receipt))).toEqual(expected);
});
