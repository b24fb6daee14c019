import { type Tx } from '@repasse/chassis/postgres/database';
import { type ChargeSummary } from '../domain/announcements/announcement';
import { type DeliveryFacts } from './delivery-facts';
import { leaseMs } from './lease-time';

export type ChargeRow = {
  readonly charge_id: string;
  readonly user_id: number;
  readonly webhook_url: string | null;
  readonly summary: ChargeSummary;
};

export type InvoiceRow = {
  readonly invoice_id: number;
  readonly charge_id: string;
  readonly user_id: number;
  /** The attempt's amount; null for an attempt whose first event is its payment. */
  readonly gross_amount_minor: number | null;
};

/** The facts of a batch about charges, and the feeds it concerns. Known facts stay unchanged. */
export type FeedRequest = {
  readonly charges: readonly ChargeRow[];
  readonly invoices: readonly InvoiceRow[];
  readonly userIds: readonly number[];
  readonly chargeIds: readonly string[];
  readonly invoiceIds: readonly number[];
};

export type FeedEnd = {
  readonly user_id: number;
  readonly last_sequence: number;
  readonly last_webhook_id: string | null;
};
/** The summary is null where the creation of the charge was never consumed. */
export type KnownCharge = {
  readonly charge_id: string;
  readonly webhook_url: string | null;
  readonly summary: ChargeSummary | null;
  readonly last_sequence: number;
};
/** An enabled one. An ordered one is busy while a delivery of it is not over. */
export type SendingEndpoint = {
  readonly endpoint_id: string;
  readonly user_id: number;
  readonly url: string;
  readonly event_types: readonly string[];
  readonly is_ordered: boolean;
  readonly is_busy: boolean;
};
export type ChargeUrlSetting = { readonly user_id: number; readonly charge_url_event_types: readonly string[] };

/** All that messages and their deliveries are made of. The feeds are locked until the transaction ends. */
export type FeedBackground = {
  readonly feeds: readonly FeedEnd[];
  readonly charges: readonly KnownCharge[];
  readonly invoices: readonly Pick<InvoiceRow, 'invoice_id' | 'gross_amount_minor'>[];
  readonly endpoints: readonly SendingEndpoint[];
  readonly settings: readonly ChargeUrlSetting[];
};

type ReadRow = { readonly read: { readonly [K in keyof FeedBackground]: FeedBackground[K] | null } };

/** Stores new facts, and reads known ones, in one round trip. */
export const readFeeds = async (tx: Tx, request: FeedRequest): Promise<FeedBackground> => {
  const [row] = await tx.query<ReadRow>('select read_feeds($1, $2, $3, $4, $5) as read', [
    JSON.stringify(request.charges),
    JSON.stringify(request.invoices),
    request.userIds,
    request.chargeIds,
    request.invoiceIds,
  ]);
  return {
    feeds: row?.read.feeds ?? [],
    charges: row?.read.charges ?? [],
    invoices: row?.read.invoices ?? [],
    endpoints: row?.read.endpoints ?? [],
    settings: row?.read.settings ?? [],
  };
};

/** One event in one feed, as it is written. */
export type Message = {
  readonly webhook_id: string;
  readonly user_id: number;
  readonly sequence: number;
  readonly charge_id: string | null;
  readonly charge_sequence: number | null;
  readonly invoice_id: number | null;
  readonly event_type: string;
  readonly body: string;
};

export type PlannedDelivery = DeliveryFacts & {
  readonly sequence: number;
  readonly receiver: string;
  /** An ordered endpoint has an earlier one to deliver first. */
  readonly waits: boolean;
  /** This process sends it as soon as it is committed; no other needs to look for it. */
  readonly is_leased: boolean;
};

/** A planned delivery has been leased once, or never. */
export const firstLeaseToken = 1;

/** Writes messages and their deliveries, due at once unless they wait. */
export const writeFeeds = async (
  tx: Tx,
  written: { readonly messages: readonly Message[]; readonly planned: readonly PlannedDelivery[] },
  now: string,
): Promise<void> => {
  await tx.query('select write_feeds($1, $2, $3, $4, $5)', [
    JSON.stringify(written.messages),
    JSON.stringify(written.planned),
    now,
    leaseMs,
    firstLeaseToken,
  ]);
};
