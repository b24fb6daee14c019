import { type EventData, type EventType } from '@repasse/contracts';
import { type WebhookEventType } from '../event-types';

/** A charge as messages show it, written once when it is created. Without its creation only the id is known. */
export type ChargeSummary = Readonly<Record<string, unknown>> & { readonly id: string };

/** The data that a message needs and its own event lacks. */
export interface Background {
  readonly charge: ChargeSummary | null;
  /** The amount that the attempt asked for, in minor units, where there was an AttemptOffered. */
  readonly attemptAmountMinor: number | null;
}

/** One event in the feed of one user. */
export interface Announcement {
  readonly userId: number;
  readonly type: WebhookEventType;
  readonly occurredAt: string;
  readonly chargeId: string | null;
  readonly invoiceId: number | null;
  /** Of messages about a withdrawal. */
  readonly withdrawalId?: string;
  /** The charge is the user's own, so its events count theirs. Others who have a share see their part only. */
  readonly isOwner: boolean;
  readonly dataOf: (background: Background) => Readonly<Record<string, unknown>>;
}

/** By event type: what users are told of it. */
export type Announcers<T extends EventType> = {
  readonly [K in T]: (data: EventData[K]) => readonly Announcement[];
};

/** The message to the owner of a charge. */
export const ofCharge = (
  { userId, chargeId }: { readonly userId: number; readonly chargeId: string },
  type: WebhookEventType,
  occurredAt: string,
  dataOf: Announcement['dataOf'],
  invoiceId: number | null = null,
): readonly Announcement[] => [{ userId, chargeId, type, occurredAt, invoiceId, isOwner: true, dataOf }];
