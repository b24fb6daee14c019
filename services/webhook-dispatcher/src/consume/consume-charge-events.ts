import { type AnyEvent } from '@repasse/contracts';
import { type Clock } from '@repasse/chassis/clock';
import { type Ids } from '@repasse/chassis/ids';
import { type Tx } from '@repasse/chassis/postgres/database';
import { chargePaidBody } from '../domain/webhook-body';
import { learnOfCharges, type PaidCharge } from '../store/charges';
import { firstLeaseToken, insertDeliveries, type PlannedDelivery } from '../store/deliveries';
import { leaseEndsAt } from '../store/lease-time';
import { type Sender } from '../delivery/sender';
import { type LeasedDelivery } from '../store/leases';
import { newsOf, type ChargePaid } from './charge-news';

type Deps = { readonly ids: Ids; readonly clock: Clock; readonly sender: Sender };

export type ChargeEventHandler = {
  readonly handle: (events: readonly AnyEvent[], tx: Tx) => Promise<void>;
  readonly afterCommit: (events: readonly AnyEvent[]) => void;
};

type Plan = { readonly planned: PlannedDelivery; readonly leased: LeasedDelivery | undefined };

/** Learns of charges and their invoices, and plans a delivery when one is paid. Other events say nothing new. */
export const createChargeEventHandler = ({ ids, clock, sender }: Deps): ChargeEventHandler => {
  // By event: the plans of a transaction that was undone are replaced when the event comes again, or forgotten with it.
  const plans = new WeakMap<AnyEvent, Plan>();

  const plan = async (payments: readonly ChargePaid[], known: ReadonlyMap<string, PaidCharge>, tx: Tx) => {
    const now = clock.now().toISOString();
    const leaseEndsAtMs = leaseEndsAt();
    const admits = sender.admission();
    const all = payments.flatMap((event) => {
      const planned = planOf(event, known, { ids, admits });
      return planned === undefined ? [] : [{ event, planned }];
    });
    if (all.length === 0) return;
    const inserted = await insertDeliveries(
      tx,
      all.map(({ planned }) => planned),
      now,
    );
    for (const { event, planned } of all) {
      plans.delete(event);
      if (!inserted.has(planned.delivery_id)) continue;
      plans.set(event, { planned, leased: leasedOf(planned, { now, leaseEndsAtMs, traceparent: event.traceparent }) });
    }
  };

  return {
    handle: async (events, tx) => {
      const { payments, ...news } = newsOf(events);
      if (news.charges.length === 0 && news.invoices.length === 0) return;
      const known = await learnOfCharges(tx, news);
      if (payments.length > 0) await plan(payments, known, tx);
    },
    afterCommit: (events) => {
      const committed = events.flatMap((event) => plans.get(event) ?? []);
      for (const event of events) plans.delete(event);
      sender.take(committed.flatMap(({ leased }) => leased ?? []));
      for (const { planned, leased } of committed) if (leased === undefined) sender.expectMoreOf(planned.receiver);
    },
  };
};

/** Undefined where the merchant wants no webhooks. */
const planOf = (
  { data: paid }: ChargePaid,
  known: ReadonlyMap<string, PaidCharge>,
  { ids, admits }: { readonly ids: Ids; readonly admits: (receiver: string, bytes: number) => boolean },
): PlannedDelivery | undefined => {
  const charge = known.get(paid.chargeId);
  if (charge === undefined) throw new Error(`${paid.chargeId} was paid, but its creation never came.`);
  if (charge.webhook_url === null) return undefined;
  const sequence = (charge.last_sequence ?? 0) + 1;
  const previousId = charge.last_webhook_id;
  const body = chargePaidBody({ paid, charge: knownOf(charge, paid), sequence, previousId });
  const receiver = new URL(charge.webhook_url).host;
  return {
    webhook_id: `msg_${ids.ulid()}`,
    delivery_id: `del_${ids.ulid()}`,
    user_id: paid.userId,
    charge_id: paid.chargeId,
    invoice_id: paid.invoiceId,
    event_type: 'charge.paid',
    sequence,
    previous_id: previousId,
    body,
    url: charge.webhook_url,
    receiver,
    is_leased: admits(receiver, body.length),
  };
};

const knownOf = (charge: PaidCharge, paid: ChargePaid['data']) => ({
  kind: charge.kind,
  askedAmountMinor: charge.gross_amount_minor,
  attemptAskedAmountMinor: charge.attempt_amount_minor ?? paid.grossAmountMinor,
  expiresAt: charge.expires_at,
  createdAt: charge.created_at,
});

const leasedOf = (
  planned: PlannedDelivery,
  o: { readonly now: string; readonly leaseEndsAtMs: number; readonly traceparent: string | undefined },
): LeasedDelivery | undefined =>
  planned.is_leased
    ? {
        ...planned,
        attempts: 0,
        attempts_in_round: 0,
        created_at: o.now,
        lease_token: firstLeaseToken,
        leaseEndsAtMs: o.leaseEndsAtMs,
        traceparent: o.traceparent,
      }
    : undefined;
