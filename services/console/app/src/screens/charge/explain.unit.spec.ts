import { explainedTexts } from '../../texts/explained.ts';
import { explainFee, explainShare, type Wording } from './explain.ts';

const wording = (locale: 'pt-BR' | 'en'): Wording => ({
  texts: explainedTexts[locale],
  money: (amount) => `R$ ${amount}`,
  percent: String,
});

const part = {
  ...{ kind: 'PERCENT' as const, percent: 33.33, base: '99.01', exact: '33.000033', asked: '33.00' },
  ...{ reducedBy: '0.00', amount: '33.00', isUnresolved: false, isHeld: false },
};
const fixed = {
  ...part,
  kind: 'FIXED' as const,
  percent: null,
  base: null,
  exact: null,
  asked: '5.00',
  amount: '5.00',
};
const share = {
  ...{ userId: 1_002, amount: '38.00', reserve: '0.00', reducedBy: '0.00', released: '0.00', isOwner: false },
  ...{ releaseAt: '2026-11-27T12:00:00.000Z', reason: 'In English.', calculation: { parts: [fixed, part] } },
};

describe('a share is explained', () => {
  it('by the rules that gave it, in the reader’s language', () => {
    expect(explainShare(share, wording('pt-BR'))).toBe(
      'Pela divisão da cobrança: R$ 5.00, mais 33.33 % de R$ 99.01, arredondado para baixo.',
    );
    expect(explainShare({ ...share, reducedBy: '1.00' }, wording('en'))).toBe(
      'By the split of the charge: R$ 5.00, and 33.33% of R$ 99.01, rounded down. It is R$ 1.00 less, because the net amount was used up.',
    );
  });

  it('to the owner by what is in it of reserves and of others', () => {
    const parts = [
      { ...part, isUnresolved: true },
      { ...fixed, isUnresolved: true, isHeld: true },
    ];
    const owners = { ...share, isOwner: true, reserve: '2.00', calculation: { parts } };
    const { ownersShare, ofItReserve, ofItHeld, ofItUnresolved } = explainedTexts.en;
    expect(explainShare(owners, wording('en'))).toBe(
      [ownersShare, ofItReserve('R$ 2.00'), ofItHeld('R$ 5.00'), ofItUnresolved('R$ 33.00')].join(' '),
    );
    expect(explainShare({ ...owners, reserve: '0.00', calculation: { parts: [] } }, wording('en'))).toBe(ownersShare);
  });
});

it('explains a fee by its percentage and its limit', () => {
  const fee = {
    ...{ code: 'PLATFORM', method: 'PIX', percent: 0.99, fixed: '0.10', limitedBy: null, amount: '1.09', reason: '' },
    calculation: { base: '100.00', exact: '0.990000', rounded: '0.99', calculated: '1.09' },
  };
  expect(explainFee(fee, wording('pt-BR'))).toBe('0.99 % de R$ 100.00, mais R$ 0.10.');
  expect(explainFee({ ...fee, limitedBy: 'MINIMUM' }, wording('pt-BR'))).toContain('Vale o mínimo');
});
