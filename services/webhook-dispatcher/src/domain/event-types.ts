/** Everything a merchant can be told of. `contracts/http/webhook-dispatcher.openapi.yaml` lists the same, with the bodies. */
export const eventTypes = [
  'charge.created',
  'charge.processing',
  'charge.reopened',
  'charge.paid',
  'charge.expired',
  'charge.canceled',
  'charge.failed',
  'charge.refunded',
  'charge.surplus_received',
  'charge.surplus_resolved',
  'charge.surplus_refunded',
  'attempt.offered',
  'attempt.failed',
  'attempt.expired',
  'payment.confirming',
  'payment.partially_received',
  'payment.received',
  'payment.expired',
  'payment.failed',
  'payment.canceled',
  'refund.requested',
  'refund.succeeded',
  'refund.failed',
  'dispute.opened',
  'dispute.answered',
  'dispute.won',
  'dispute.lost',
  'settlement.completed',
  'settlement.released',
  'settlement.reversed',
  'settlement.share_held',
  'settlement.share_claimed',
  'settlement.share_returned',
  'payout.requested',
  'payout.paid',
  'payout.failed',
  'payout.proposed',
  'payout.canceled',
  'payout.returned',
  'recipient.registered',
  'recipient.submitted',
  'recipient.verified',
  'recipient.refused',
  'recipient.suspended',
  'recipient.reopened',
  'recipient.erased',
  'destination.added',
  'destination.confirmed',
  'destination.made_default',
  'destination.removed',
  'webhook_endpoint.disabled',
] as const;

export type WebhookEventType = (typeof eventTypes)[number];

/** The pattern that an endpoint or a reader of the feed gives: a type, a family (`refund.*`), or `*`. */
export const isTypePattern = (text: string): boolean =>
  text === '*' || eventTypes.some((type) => type === text || text === `${familyOf(type)}.*`);

export const matchesType = (patterns: readonly string[], type: string): boolean =>
  patterns.some((pattern) => pattern === '*' || pattern === type || pattern === `${familyOf(type)}.*`);

/** The types that patterns stand for, in the order of the list. */
export const typesOf = (patterns: readonly string[]): readonly WebhookEventType[] =>
  eventTypes.filter((type) => matchesType(patterns, type));

const familyOf = (type: string): string => type.slice(0, type.indexOf('.'));
