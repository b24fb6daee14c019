import { exitCodes, type AdminCommand } from '@repasse/chassis/admin/command';
import { readConsumedEvents, readConsumedSoFar } from '@repasse/chassis/consumer/consumed-events';
import { type AnyEvent } from '@repasse/contracts';
import { misstatedCharges, unknownPayments, type ReceivedPayment } from '../store/unknown-payments';

/** The first ones are named: enough to begin looking. */
const misstatedMax = 100;

/** Charges against the payments that payment-gateway has received for them, and against their own rows. */
export const differences: AdminCommand = {
  name: 'differences',
  summary: 'charges against the payments that payment-gateway has received for them, and against their own rows',
  changes: false,
  run: async ({ db, bus }) => {
    const unknown = new Map<string, ReceivedPayment>();
    const consumed = await readConsumedSoFar(db);
    const damaged = await readConsumedEvents({
      bus: await bus(),
      group: 'charge.differences',
      types: ['repasse.payment.received.v1'],
      consumed,
      onEvents: async (events) => {
        const found = await unknownPayments(db, events.flatMap(receivedOf));
        for (const payment of found) unknown.set(`${payment.payment_id} ${payment.provider_reference}`, payment);
      },
    });
    const rows = [
      ...[...unknown.values()].map(unknownRow),
      ...(await misstatedCharges(db, misstatedMax)).map(misstatedRow),
      ...damaged.map(({ eventId, key, reason }) => ({
        difference: 'UNREADABLE_EVENT',
        id: key,
        detail: `${eventId}: ${reason}`,
      })),
      ...consumed.parked.map(({ topic, key, position }) => ({
        ...{ difference: 'PARKED', id: key, detail: `${topic} behind position ${position}` },
      })),
    ];
    return {
      rows,
      summary: rows.length === 0 ? 'Charges and payments agree.' : `${rows.length} differences.`,
      exitCode: rows.length === 0 ? exitCodes.done : exitCodes.found,
    };
  },
};

/** A payment in coins without a charge is no charge's. */
const receivedOf = (event: AnyEvent): ReceivedPayment[] => {
  if (event.type !== 'repasse.payment.received.v1' || event.data.chargeId === null) return [];
  const { chargeId, paymentId, providerReference, amountMinor } = event.data;
  return [
    { charge_id: chargeId, payment_id: paymentId, provider_reference: providerReference, amount_minor: amountMinor },
  ];
};

const unknownRow = ({ charge_id: id, payment_id, amount_minor }: ReceivedPayment) => ({
  ...{ difference: 'PAYMENT_NOT_RECORDED', id, detail: `${payment_id} brought ${amount_minor} minor units` },
});

const misstatedRow = ({ charge_id: id, status }: { readonly charge_id: string; readonly status: string }) => ({
  ...{ difference: 'ROW_MISSTATED', id, detail: `The row says ${status}, the events do not.` },
});
