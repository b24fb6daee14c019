import { type DisabledReason } from '../endpoint';
import { type Announcement } from './announcement';

export interface DisabledEndpoint {
  readonly endpointId: string;
  readonly userId: number;
  readonly url: string;
  readonly description: string;
  readonly reason: DisabledReason;
  readonly failingSince: string | null;
}

/** Told to the merchant's other endpoints, and in the feed: the one it is about gets nothing any more. */
export const endpointDisabled = (endpoint: DisabledEndpoint, occurredAt: string): Announcement => ({
  userId: endpoint.userId,
  type: 'webhook_endpoint.disabled',
  occurredAt,
  chargeId: null,
  invoiceId: null,
  isOwner: true,
  dataOf: () => ({
    endpoint: {
      id: endpoint.endpointId,
      url: endpoint.url,
      description: endpoint.description,
      disabledReason: endpoint.reason,
      failingSince: endpoint.failingSince,
    },
  }),
});
