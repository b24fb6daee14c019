import { toIso, type Clock } from '@repasse/chassis/clock';
import { type Ids } from '@repasse/chassis/ids';
import { heldOf, type ExistingCharge } from '../domain/charge';
import { type ResolveHeldPayment } from '../domain/charge.commands';
import { type ChargeOutcome, type ChargeStore } from '../store/charge-store';
import { type MerchantRuleStore } from '../store/merchant-rules';

/** The merchant's decision about a held payment. Returns the result of `charges.run`. */
export type ResolveHeld = (
  charge: ExistingCharge,
  paymentId: string,
  decision: Pick<ResolveHeldPayment['data'], 'action' | 'resolvedBy'>,
) => Promise<ChargeOutcome>;

export const createResolveHeld =
  ({
    charges,
    merchantRules,
    clock,
    ids,
  }: {
    readonly charges: ChargeStore;
    readonly merchantRules: MerchantRuleStore;
    readonly clock: Clock;
    readonly ids: Ids;
  }): ResolveHeld =>
  async (charge, paymentId, decision) => {
    const { chargeId, userId } = charge.terms;
    const parts = heldOf(charge).filter((part) => part.paymentId === paymentId);
    return charges.run(chargeId, {
      type: 'ResolveHeldPayment',
      data: {
        chargeId,
        paymentId,
        ...decision,
        refundIds: parts.map(() => `re_${ids.ulid()}`),
        feeRules: (await merchantRules.of(userId)).fees,
        now: toIso(clock.now()),
      },
    });
  };
