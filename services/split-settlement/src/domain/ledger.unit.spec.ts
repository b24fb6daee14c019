import fc from 'fast-check';
import {
  accountIdOf,
  credit,
  debit,
  LedgerFault,
  makeTransaction,
  signedMinor,
  type LedgerTransaction,
  type Posting,
} from './ledger';

const clearing = { kind: 'provider_clearing', paymentMethod: 'PIX' } as const;
const fees = { kind: 'platform_fees' } as const;
const pending = { kind: 'user_pending', userId: 7 } as const;

const transactionOf = (postings: readonly Posting[]): LedgerTransaction => ({
  transactionId: 'txn_1',
  kind: 'CHARGE_PAID',
  chargeId: 'ch_1',
  settlementId: 'stl_1',
  occurredAt: '2026-01-01T00:00:00.000Z',
  postings,
});

const codeOf = (make: () => unknown): string => {
  try {
    make();
  } catch (fault) {
    if (fault instanceof LedgerFault) return fault.code;
    throw fault;
  }
  return 'made';
};

describe('an account', () => {
  it.each([
    [clearing, 'provider_clearing:PIX'],
    [fees, 'platform_fees'],
    [pending, 'user_pending:7'],
    [{ kind: 'user_debt', userId: 42 } as const, 'user_debt:42'],
  ])('is called by its kind and what tells it apart: %j', (account, id) => {
    expect(accountIdOf(account)).toBe(id);
  });
});

describe('a ledger transaction', () => {
  it('is made when debits equal credits', () => {
    const transaction = transactionOf([
      ...debit('GROSS', clearing, 10_000, 'BRL'),
      ...credit('GROSS', fees, 99, 'BRL'),
      ...credit('GROSS', pending, 9_901, 'BRL'),
    ]);

    expect(makeTransaction(transaction)).toEqual(transaction);
  });

  it.each([
    ['nothing moves', [], 'ledger.transaction_empty'],
    [
      'a centavo is missing',
      [...debit('GROSS', clearing, 100, 'BRL'), ...credit('GROSS', pending, 99, 'BRL')],
      'ledger.transaction_unbalanced',
    ],
    [
      'a centavo is made',
      [...debit('GROSS', clearing, 100, 'BRL'), ...credit('GROSS', pending, 101, 'BRL')],
      'ledger.transaction_unbalanced',
    ],
    [
      'both sides are debits',
      [...debit('GROSS', clearing, 100, 'BRL'), ...debit('GROSS', pending, 100, 'BRL')],
      'ledger.transaction_unbalanced',
    ],
    [
      'the currencies differ',
      [...debit('GROSS', clearing, 100, 'BRL'), ...credit('GROSS', pending, 100, 'USD')],
      'ledger.transaction_unbalanced',
    ],
    [
      'an amount is negative',
      [...debit('GROSS', clearing, -100, 'BRL'), ...credit('GROSS', pending, -100, 'BRL')],
      'ledger.amount_invalid',
    ],
    [
      'an amount is a fraction',
      [...debit('GROSS', clearing, 0.5, 'BRL'), ...credit('GROSS', pending, 0.5, 'BRL')],
      'ledger.amount_invalid',
    ],
    [
      'an amount is beyond exact integers',
      [...debit('GROSS', clearing, 2 ** 53, 'BRL'), ...credit('GROSS', pending, 2 ** 53, 'BRL')],
      'ledger.amount_invalid',
    ],
  ])('is refused when %s', (_what, postings, code) => {
    expect(codeOf(() => makeTransaction(transactionOf(postings)))).toBe(code);
  });

  it('leaves out what moves nothing', () => {
    expect(credit('GROSS', fees, 0, 'BRL')).toEqual([]);
  });

  it('cannot be made unless everything in it adds up to zero, whatever the postings', () => {
    const anyPosting = fc.record({
      kind: fc.constant('GROSS' as const),
      account: fc.constantFrom(clearing, fees, pending),
      direction: fc.constantFrom('debit', 'credit'),
      amountMinor: fc.integer({ min: 1, max: 5 }),
      currency: fc.constantFrom('BRL', 'USD'),
    });

    fc.assert(
      fc.property(fc.array(anyPosting, { minLength: 1, maxLength: 6 }), (postings) => {
        const net = (currency: string) =>
          postings.filter((p) => p.currency === currency).reduce((sum, p) => sum + signedMinor(p), 0);
        const isBalanced = net('BRL') === 0 && net('USD') === 0;

        expect(codeOf(() => makeTransaction(transactionOf(postings)))).toBe(
          isBalanced ? 'made' : 'ledger.transaction_unbalanced',
        );
      }),
    );
  });
});
