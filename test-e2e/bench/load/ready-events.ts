import { type OutgoingMessage } from '@repasse/chassis/bus/bus';
import { headersOf } from '@repasse/chassis/bus/envelope';
import { randomIds } from '@repasse/chassis/ids';
import { catalogueEntry, type EventData, type EventType } from '@repasse/contracts';

const newId = (prefix: string): string => `${prefix}_${randomIds.ulid()}`;

/** An event as its service would publish it, with the data of the contract's example. */
const readyEvent = <T extends EventType>(
  type: T,
  key: string,
  position: number,
  own: Partial<EventData[T]>,
): OutgoingMessage => {
  const { topic, example } = catalogueEntry(type);
  const headers = headersOf({ id: newId('evt'), type, key, time: new Date().toISOString() });
  return {
    topic,
    key,
    headers: { ...headers, ce_position: String(position) },
    value: JSON.stringify({ ...example, ...own }),
  };
};

/** Numbers of invoices that no payment of the run has. */
let invoiceId = 1_000_000_000 + (Date.now() % 1_000_000_000);

/** Charges with three shares that were created and paid: two events each; of the second the address is told, if there is one. */
export const paidCharges = (charges: number, webhookUrl: string | null = null): readonly OutgoingMessage[] =>
  Array.from({ length: charges }, () => newId('ch')).flatMap((chargeId) => [
    readyEvent('repasse.charge.created.v1', chargeId, 1, { chargeId, webhookUrl }),
    readyEvent('repasse.charge.paid.v1', chargeId, 2, {
      ...{ chargeId, attemptId: newId('att'), paymentId: newId('pay'), invoiceId: (invoiceId += 1) },
    }),
  ]);

/**
 * Events addressed to the dead letters of their topic: the bus treats them like all others, and no group reads them.
 */
export const unreadEvents = (events: number): readonly OutgoingMessage[] =>
  Array.from({ length: events }, () => newId('del')).map((deliveryId) => {
    const message = readyEvent('repasse.webhook.delivered.v1', deliveryId, 1, { deliveryId });
    return { ...message, topic: `${message.topic}.dlq` };
  });
