import { type Ids } from '@repasse/chassis/ids';
import { matchesType } from '../domain/event-types';
import { firstLeaseToken, type FeedBackground, type Message, type PlannedDelivery } from '../store/feeds';
import { type LeasedDelivery } from '../store/leases';
import { receiverOf } from './receiver';

/** A delivery as it is written, and as it is sent where this process has room for it. */
export interface Planned {
  readonly delivery: PlannedDelivery;
  readonly leased: LeasedDelivery | undefined;
}

/** The event types that go to a charge's own address unless its merchant has chosen others. */
export const chargeUrlTypesDefault = ['charge.paid'] as const;

interface Destination {
  readonly endpointId: string | null;
  readonly url: string;
  readonly isOrdered: boolean;
  readonly isBusy: boolean;
  readonly hasSlowRetries: boolean;
}

interface PlanDeps {
  readonly ids: Ids;
  readonly admits: (receiver: string, bytes: number) => boolean;
}

/** Plans one delivery to each address that wants a message of its type. */
export const createPlanner = (background: FeedBackground, { ids, admits }: PlanDeps) => {
  const destinationsOf = createDestinations(background);
  // Ordered endpoints for which something was planned before in this batch.
  const busy = new Set<string>();

  return (message: Message): readonly PlannedDelivery[] =>
    destinationsOf(message).map(({ endpointId, url, isOrdered, isBusy, hasSlowRetries }) => {
      const receiver = receiverOf(url, isOrdered ? endpointId : null);
      const waits = isOrdered && (isBusy || busy.has(receiver));
      if (isOrdered) busy.add(receiver);
      return {
        delivery_id: `del_${ids.ulid()}`,
        webhook_id: message.webhook_id,
        user_id: message.user_id,
        endpoint_id: endpointId,
        charge_id: message.charge_id,
        event_type: message.event_type,
        sequence: message.sequence,
        ...{ url, receiver, waits },
        has_slow_retries: hasSlowRetries,
        is_leased: !waits && admits(receiver, message.body.length),
      };
    });
};

/** The endpoints that want a message, and the charge's own address where the owner is told of it and wants it there. */
const createDestinations = ({ charges, endpoints, settings }: FeedBackground) => {
  const urls = new Map(charges.map(({ charge_id, webhook_url }) => [charge_id, webhook_url]));
  const settingsOf = new Map(settings.map((setting) => [setting.user_id, setting]));

  const chargeUrlOf = (message: Message): string | null => {
    if (message.charge_id === null || message.charge_sequence === null) return null;
    const types = settingsOf.get(message.user_id)?.charge_url_event_types ?? chargeUrlTypesDefault;
    return matchesType(types, message.event_type) ? (urls.get(message.charge_id) ?? null) : null;
  };
  return (message: Message): readonly Destination[] => {
    const wanting = endpoints
      .filter((one) => one.user_id === message.user_id && matchesType(one.event_types, message.event_type))
      .map((one) => ({
        ...{ endpointId: one.endpoint_id, url: one.url, isOrdered: one.is_ordered, isBusy: one.is_busy },
        hasSlowRetries: one.has_slow_retries,
      }));
    const url = chargeUrlOf(message);
    if (url === null) return wanting;
    const hasSlowRetries = settingsOf.get(message.user_id)?.has_charge_url_slow_retries ?? false;
    return [{ endpointId: null, url, isOrdered: false, isBusy: false, hasSlowRetries }, ...wanting];
  };
};

export const leasedOf = (
  planned: PlannedDelivery,
  { body }: Message,
  o: { readonly now: string; readonly leaseEndsAtMs: number; readonly traceparent: string | undefined },
): LeasedDelivery | undefined =>
  planned.is_leased
    ? {
        ...planned,
        body,
        attempts: 0,
        attempts_in_round: 0,
        created_at: o.now,
        lease_token: firstLeaseToken,
        leaseEndsAtMs: o.leaseEndsAtMs,
        traceparent: o.traceparent,
      }
    : undefined;
