import { eventually } from '@repasse/chassis/testing/eventually';
import { bruno, olga, paidCharge, paidEvent } from './charges';
import { startService, type RunningService } from './running-service';

export const first = paidCharge();

/** The least fee is taken, and 69.21 were for a recipient who could not receive: Bruno's second rule is cut short. */
export const second = paidCharge({
  fees: [
    { ...{ code: 'PIX_FEE', method: 'PIX', percentBps: 50, fixedMinor: 0, limitedBy: 'MINIMUM' }, amountMinor: 99 },
  ],
  shares: [
    {
      ...{ userId: olga, amountMinor: 6_921, isOwner: true, reducedByMinor: 0 },
      parts: [
        { kind: 'FIXED', askedMinor: 6_921, amountMinor: 6_921, isUnresolved: true },
        { kind: 'REMAINDER', amountMinor: 0 },
      ],
    },
    {
      ...{ userId: bruno, amountMinor: 2_980, isOwner: false, reducedByMinor: 20 },
      parts: [
        { kind: 'FIXED', askedMinor: 2_000, amountMinor: 2_000 },
        {
          ...{ kind: 'PERCENT', percentBps: 1_010, baseMinor: 9_901, askedMinor: 1_000, roundingTenThousandths: -10 },
          amountMinor: 980,
        },
      ],
    },
  ],
});

/** The service with two paid charges in its books, an hour apart. */
export const startWithTwoPaidCharges = async (name: string): Promise<RunningService> => {
  const service = await startService(name);
  await service.publish([paidEvent(first)]);
  await eventually(async () => (await service.published(first.chargeId)).length === 4);
  service.clock.advance(3_600_000);
  await service.publish([paidEvent(second)]);
  await eventually(async () => (await service.published(second.chargeId)).length === 3);
  return service;
};
