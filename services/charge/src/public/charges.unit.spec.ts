import { validateEvent } from '@repasse/contracts';
import { chargeTerms, createdAt } from '../../test/support/facts';
import { type FeeRule } from '../domain/fees';
import { price } from '../domain/pricing';
import { type ChargeTerms } from '../domain/charge.terms';
import { chargeCreated } from './charges';

const rule: FeeRule = {
  method: 'PIX',
  installmentsFrom: 1,
  installmentsTo: 1,
  percentBps: 99,
  fixedMinor: 0,
  minMinor: 200,
  maxMinor: null,
  settle: { firstDays: 0, perInstallmentDays: 0 },
  reserveBps: 0,
};

describe('a published price', () => {
  const heldFor = { emailHash: 'a'.repeat(64), holdDays: 90 };
  const pricing = price(10_000, 1, rule, [
    { kind: 'FIXED', userId: 2, amountMinor: 1_000 },
    { kind: 'PERCENT', userId: 2, percentBps: 3_333 },
    { kind: 'PERCENT', userId: null, percentBps: 1_000, heldFor },
  ]);
  const data = chargeCreated({
    terms: { ...chargeTerms, chargeId: 'ch_01KAJ2E8V4N7Q0S6T3W9X5Y1Z2' },
    ...{ pricing, createdAt },
  });

  it('says what limited the fee', () => {
    expect(data.fees).toMatchObject([{ amountMinor: 200, limitedBy: 'MINIMUM' }]);
  });

  it('says by which rules each share came to be, without what does not apply to a rule', () => {
    expect(data.shares.map(({ userId, parts }) => [userId, parts])).toEqual([
      [
        1,
        [
          {
            ...{ kind: 'PERCENT', percentBps: 1_000, baseMinor: 9_800, askedMinor: 980, roundingTenThousandths: 0 },
            ...{ amountMinor: 980, isUnresolved: true, heldFor },
          },
          { kind: 'REMAINDER', amountMinor: 4_554 },
        ],
      ],
      [
        2,
        [
          { kind: 'FIXED', askedMinor: 1_000, amountMinor: 1_000 },
          {
            ...{ kind: 'PERCENT', percentBps: 3_333, baseMinor: 9_800, askedMinor: 3_266 },
            ...{ roundingTenThousandths: -3_400, amountMinor: 3_266 },
          },
        ],
      ],
    ]);
  });

  it('says how it may be paid only where that is limited', () => {
    const publish = (over: Partial<ChargeTerms>) =>
      chargeCreated({ terms: { ...chargeTerms, ...over }, ...{ pricing, createdAt } });
    expect(publish({ methods: ['PIX'], installmentsMax: 6 })).toMatchObject({
      allowedMethods: ['PIX'],
      installmentsMax: 6,
    });
    expect(Object.keys(publish({}))).not.toEqual(expect.arrayContaining(['allowedMethods']));
    expect(Object.keys(publish({}))).not.toEqual(expect.arrayContaining(['installmentsMax']));
  });

  it('is as the contract has it', () => {
    expect(validateEvent('repasse.charge.created.v1', data)).toEqual([]);
  });
});
