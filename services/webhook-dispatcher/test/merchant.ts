import { randomIds } from '@repasse/chassis/ids';
import { exampleEvent } from '@repasse/chassis/testing/example-event';
import { type TestBus } from '@repasse/chassis/testing/test-bus';
import { type CatalogueEntry, type EventData, type EventType } from '@repasse/contracts';
import chargeCreated from '../../../contracts/events/charge/ChargeCreated.v1.example.json';

export const ownerId = 7;

type ChargePaid = EventData['repasse.charge.paid.v1'];
export interface PaidCharge {
  readonly chargeId: string;
  readonly invoiceId: number;
}

/** A merchant whose charges are made and paid elsewhere: publishes as the charge service would. */
export const createMerchant = (bus: TestBus) => {
  let invoiceId = 100;

  const publish = <T extends EventType>(
    type: T,
    chargeId: string,
    position: number,
    data: Partial<EventData[T]>,
  ): Promise<void> => bus.publish([exampleEvent(type, { key: chargeId, position, data })]);

  const createCharge = async (
    webhookUrl: string | null,
    { attemptAskedMinor = chargeCreated.grossAmountMinor } = {},
  ): Promise<PaidCharge> => {
    const charge = { chargeId: `ch_${randomIds.ulid()}`, invoiceId: ++invoiceId };
    const { chargeId } = charge;
    const offered = { ...charge, userId: ownerId, grossAmountMinor: attemptAskedMinor };
    await publish('repasse.charge.created.v1', chargeId, 1, { chargeId, userId: ownerId, webhookUrl });
    await publish('repasse.attempt.offered.v1', chargeId, 2, offered);
    return charge;
  };

  const payCharge = async (charge: PaidCharge, other: Partial<ChargePaid> = {}, position = 3): Promise<void> => {
    await publish('repasse.charge.paid.v1', charge.chargeId, position, { ...charge, userId: ownerId, ...other });
  };

  const createPaidCharge = async (webhookUrl: string | null): Promise<PaidCharge> => {
    const charge = await createCharge(webhookUrl);
    await payCharge(charge);
    return charge;
  };

  /** The published example of a type, about a charge. */
  const tellExample = ({ type }: CatalogueEntry, chargeId: string, position: number): Promise<void> =>
    publish<EventType>(type, chargeId, position, { chargeId, userId: ownerId });

  return { tell: publish, tellExample, createCharge, payCharge, createPaidCharge };
};
