import { type Bus } from '@repasse/chassis/bus/bus';
import { toMessage } from '@repasse/chassis/bus/envelope';
import { randomIds } from '@repasse/chassis/ids';
import { catalogueEntry, type EventData, type EventType } from '@repasse/contracts';
import attemptOffered from '../../../contracts/events/charge/AttemptOffered.v1.example.json';
import chargeCreated from '../../../contracts/events/charge/ChargeCreated.v1.example.json';
import chargePaid from '../../../contracts/events/charge/ChargePaid.v1.example.json';

export const ownerId = 7;

export type PaidCharge = { readonly chargeId: string; readonly invoiceId: number };

/** A merchant whose charges are made and paid elsewhere: says so on the bus, as the charge service would. */
export const createMerchant = (bus: Bus) => {
  let invoiceId = 100;

  const publish = async <T extends EventType>(
    type: T,
    position: number,
    data: EventData[T] & { chargeId: string },
  ): Promise<void> => {
    const dataSchema = catalogueEntry(type).schema.$id;
    const id = `evt_${randomIds.ulid()}`;
    const time = new Date().toISOString();
    await bus.publish([
      toMessage({ id, source: 'repasse/charge', type, subject: data.chargeId, time, dataSchema, position, data }),
    ]);
  };

  const createCharge = async (webhookUrl: string | null): Promise<PaidCharge> => {
    const charge = { chargeId: `ch_${randomIds.ulid()}`, invoiceId: ++invoiceId };
    const created = {
      ...chargeCreated,
      chargeId: charge.chargeId,
      userId: ownerId,
      webhookUrl,
    } as EventData['repasse.charge.created.v1'];
    const offered = { ...attemptOffered, ...charge, userId: ownerId } as EventData['repasse.attempt.offered.v1'];
    await publish('repasse.charge.created.v1', 1, created);
    await publish('repasse.attempt.offered.v1', 2, offered);
    return charge;
  };

  const payCharge = async (charge: PaidCharge): Promise<void> => {
    const paid = { ...chargePaid, ...charge, userId: ownerId } as EventData['repasse.charge.paid.v1'];
    await publish('repasse.charge.paid.v1', 3, paid);
  };

  const createPaidCharge = async (webhookUrl: string | null): Promise<PaidCharge> => {
    const charge = await createCharge(webhookUrl);
    await payCharge(charge);
    return charge;
  };

  return { createCharge, payCharge, createPaidCharge };
};
