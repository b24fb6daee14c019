import { type AnyEvent, type EventData } from '@repasse/contracts';
import { type Clock } from '@repasse/chassis/clock';
import { type Ids } from '@repasse/chassis/ids';
import { type Tx } from '@repasse/chassis/postgres/database';
import { chargePaidBody } from '../domain/webhook-body';
import { findAskedAmount, findCharge, insertCharge, insertInvoice } from '../store/charges';
import { insertAnnouncement, lastMessage } from '../store/deliveries';

type Deps = { readonly ids: Ids; readonly clock: Clock };

/** Learns of charges and their invoices, and plans a delivery when one is paid. Other events say nothing new. */
export const createChargeEventHandler =
  (deps: Deps) =>
  async (event: AnyEvent, tx: Tx): Promise<void> => {
    switch (event.type) {
      case 'repasse.charge.created.v1':
        return rememberCharge(event.data, tx);
      case 'repasse.attempt.offered.v1':
        return insertInvoice(tx, { ...event.data, askedAmountMinor: event.data.grossAmountMinor });
      case 'repasse.charge.paid.v1':
        return announce(event.data, tx, deps);
      default:
        return;
    }
  };

const rememberCharge = (created: EventData['repasse.charge.created.v1'], tx: Tx): Promise<void> =>
  insertCharge(tx, {
    charge_id: created.chargeId,
    user_id: created.userId,
    webhook_url: created.webhookUrl,
    kind: created.kind,
    gross_amount_minor: created.grossAmountMinor,
    expires_at: created.expiresAt,
    created_at: created.createdAt,
  });

const announce = async (paid: EventData['repasse.charge.paid.v1'], tx: Tx, { ids, clock }: Deps): Promise<void> => {
  const charge = await findCharge(tx, paid.chargeId);
  if (charge === undefined) throw new Error(`${paid.chargeId} was paid, but its creation never came.`);
  // An attempt by card is told of for the first time here; its invoice number is one to ask by as well.
  await insertInvoice(tx, { ...paid, askedAmountMinor: null });
  if (charge.webhook_url === null) return;

  const last = await lastMessage(tx, paid.chargeId);
  const sequence = (last?.sequence ?? 0) + 1;
  const previousId = last?.webhook_id ?? null;
  const known = {
    kind: charge.kind,
    askedAmountMinor: charge.gross_amount_minor ?? paid.grossAmountMinor,
    attemptAskedAmountMinor: (await findAskedAmount(tx, paid.invoiceId)) ?? paid.grossAmountMinor,
    expiresAt: charge.expires_at,
    createdAt: charge.created_at,
  };
  await insertAnnouncement(tx, {
    webhookId: `msg_${ids.ulid()}`,
    deliveryId: `del_${ids.ulid()}`,
    userId: paid.userId,
    chargeId: paid.chargeId,
    invoiceId: paid.invoiceId,
    eventType: 'charge.paid',
    sequence,
    previousId,
    body: chargePaidBody({ paid, charge: known, sequence, previousId }),
    url: charge.webhook_url,
    now: clock.now().toISOString(),
  });
};
