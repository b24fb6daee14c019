import { type Bus } from '@repasse/chassis/bus/bus';
import { toMessage } from '@repasse/chassis/bus/envelope';
import { randomIds } from '@repasse/chassis/ids';
import {
  catalogueEntry,
  parseEvent,
  sourceOf,
  type CatalogueEntry,
  type EventData,
  type EventType,
} from '@repasse/contracts';
import attemptOffered from '../../../contracts/events/charge/AttemptOffered.v1.example.json';
import chargeCreated from '../../../contracts/events/charge/ChargeCreated.v1.example.json';
import chargePaid from '../../../contracts/events/charge/ChargePaid.v1.example.json';

export const ownerId = 7;

type ChargePaid = EventData['repasse.charge.paid.v1'];
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

  const createCharge = async (
    webhookUrl: string | null,
    { attemptAskedMinor = chargeCreated.grossAmountMinor } = {},
  ): Promise<PaidCharge> => {
    const charge = { chargeId: `ch_${randomIds.ulid()}`, invoiceId: ++invoiceId };
    const created = {
      ...chargeCreated,
      chargeId: charge.chargeId,
      userId: ownerId,
      webhookUrl,
    } as EventData['repasse.charge.created.v1'];
    const asked = { ...charge, userId: ownerId, grossAmountMinor: attemptAskedMinor };
    const offered = { ...attemptOffered, ...asked } as EventData['repasse.attempt.offered.v1'];
    await publish('repasse.charge.created.v1', 1, created);
    await publish('repasse.attempt.offered.v1', 2, offered);
    return charge;
  };

  const payCharge = async (charge: PaidCharge, other: Partial<ChargePaid> = {}, position = 3): Promise<void> => {
    const paid = { ...chargePaid, ...charge, userId: ownerId, ...other } as ChargePaid;
    await publish('repasse.charge.paid.v1', position, paid);
  };

  const createPaidCharge = async (webhookUrl: string | null): Promise<PaidCharge> => {
    const charge = await createCharge(webhookUrl);
    await payCharge(charge);
    return charge;
  };

  /** Says the example of the catalogue about a charge. */
  const tellExample = async (entry: CatalogueEntry, chargeId: string, position: number): Promise<void> => {
    const time = new Date().toISOString();
    const envelope = { id: `evt_${randomIds.ulid()}`, source: sourceOf('charge'), subject: chargeId, time, position };
    const data = { ...entry.example, chargeId, userId: ownerId };
    await bus.publish([toMessage(parseEvent({ ...envelope, type: entry.type, dataSchema: entry.schema.$id, data }))]);
  };

  return { tellExample, createCharge, payCharge, createPaidCharge };
};
