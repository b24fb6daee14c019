import { facts as pix } from '../../../test/support/payments';
import { type PaymentFacts } from '../../payments/domain/payment';
import { type CoinPayment } from './coin-payment';
import { cameOf, standingOf } from './deposits';

const facts: PaymentFacts = { ...pix, paymentMethod: 'CRYPTO', provider: 'NOWPAYMENTS', amountMinor: 3_995 };
const at = (minute: number): string => `2026-11-21T12:0${minute}:00.000Z`;
const asked = (other: Partial<CoinPayment>): CoinPayment => ({
  paymentId: '5745459419',
  parentId: undefined,
  orderId: facts.paymentId,
  status: 'waiting',
  priceAmount: '39.95',
  priceCurrency: 'usd',
  payAddress: '0xA',
  payAmount: '40',
  actuallyPaid: '0',
  payCurrency: 'usdtbsc',
  network: 'bsc',
  contract: null,
  precision: 18,
  memo: null,
  createdAt: at(0),
  updatedAt: at(1),
  furtherIds: [],
  ...other,
});
const further = (paymentId: string, minute: number, other: Partial<CoinPayment>): CoinPayment =>
  asked({ paymentId, parentId: '5745459419', createdAt: at(minute), updatedAt: at(minute), ...other });
const whole = (receivedAt: string) => ({ providerReference: '5745459419', amountMinor: 3_995, receivedAt });

it.each([
  ['waiting', 'pending'],
  ['expired', 'pending'],
  ['confirming', 'confirming'],
  ['confirmed', 'confirming'],
  ['sending', 'confirming'],
  ['failed', 'failed'],
  ['refunded', 'failed'],
] as const)('takes %s for %s, and for no money', (status, expected) => {
  expect(standingOf(asked({ status }), [], facts)).toMatchObject({ status: expected, receipts: [] });
});

it('is paid when the provider says so, also of a little less', () => {
  const standing = standingOf(asked({ status: 'finished', actuallyPaid: '39.99' }), [], facts);

  expect(standing).toEqual({ status: 'received', receipts: [whole(at(1))] });
});

it('has all that came in its receipt, also above the price', () => {
  const receipt = (amountMinor: number) => [{ ...whole(at(1)), amountMinor }];
  const inOne = asked({ status: 'finished', actuallyPaid: '80' });
  expect(standingOf(inOne, [], facts)).toEqual({ status: 'received', receipts: receipt(7_990) });
  expect(cameOf(inOne, [], facts)).toEqual({ totalMinor: 7_990, receivedAt: at(1) });

  const [part, rest] = [
    asked({ status: 'partially_paid', actuallyPaid: '25' }),
    further('6', 3, { actuallyPaid: '35' }),
  ];
  const more = { ...rest, status: 'partially_paid' } as const;
  expect(standingOf(part, [more], facts).receipts).toEqual([{ ...whole(at(3)), amountMinor: 5_992 }]);
  expect(cameOf(part, [more], facts)).toEqual({ totalMinor: 5_992, receivedAt: at(3) });
});

it('is paid in part by too little', () => {
  expect(standingOf(asked({ status: 'partially_paid', actuallyPaid: '25' }), [], facts)).toEqual({
    status: 'partial',
    receipts: [],
    partial: { receivedTotalMinor: 2_496, receivedPayAmount: '25' },
  });
});

it('is not paid by a further deposit that calls itself finished', () => {
  const small = further('6', 3, { status: 'finished', actuallyPaid: '0.5' });
  const standing = standingOf(asked({ status: 'partially_paid', actuallyPaid: '25' }), [small], facts);

  expect(standing).toMatchObject({ status: 'partial', receipts: [], partial: { receivedPayAmount: '25.5' } });
});

it('is paid by deposits that make up the price, once', () => {
  const rest = further('6', 3, { status: 'partially_paid', actuallyPaid: '15' });
  const standing = standingOf(asked({ status: 'partially_paid', actuallyPaid: '25' }), [rest], facts);

  expect(standing).toEqual({ status: 'received', receipts: [whole(at(3))] });
});

it('waits for a deposit that is on its way', () => {
  const rest = further('6', 3, { status: 'confirming', actuallyPaid: '15' });

  expect(standingOf(asked({ status: 'partially_paid', actuallyPaid: '25' }), [rest], facts).status).toBe('confirming');
});

it('books what comes on top by itself, in proportion, and nothing for dust', () => {
  const more = further('7', 4, { status: 'finished', actuallyPaid: '20' });
  const dust = further('8', 5, { status: 'finished', actuallyPaid: '0.000001' });
  const standing = standingOf(asked({ status: 'finished', actuallyPaid: '40' }), [dust, more], facts);

  expect(standing.receipts).toEqual([whole(at(1)), { providerReference: '7', amountMinor: 1_997, receivedAt: at(4) }]);
});
