import { type Tx } from '@repasse/chassis/postgres/database';
import { type FunctionCall } from '@repasse/chassis/postgres/function-call';
import { type ChargeSummary } from '../domain/announcements/announcement';
import { type DeliveryFacts } from './delivery-facts';
import { leaseMs } from './lease-time';

export interface ChargeRow {
  readonly charge_id: string;
  readonly user_id: number;
  readonly webhook_url: string | null;
  readonly summary: ChargeSummary;
}

export interface InvoiceRow {
  readonly invoice_id: number;
  /** Null of a payment in coins and of a withdrawal. */
  readonly charge_id: string | null;
  readonly withdrawal_id: string | null;
  readonly user_id: number;
  /** The attempt's amount; null for an attempt whose first event is its payment. */
  readonly gross_amount_minor: number | null;
}

/** The facts of charges in a batch. Known facts stay unchanged. */
export interface Facts {
  readonly charges: readonly ChargeRow[];
  readonly invoices: readonly InvoiceRow[];
}

/** The feeds that messages go to, and what they tell of. */
export interface FeedRequest {
  readonly userIds: readonly number[];
  readonly chargeIds: readonly string[];
  readonly invoiceIds: readonly number[];
}

export interface FeedEnd {
  readonly user_id: number;
  readonly last_sequence: number;
  readonly last_webhook_id: string | null;
}

/** The summary is null where the creation of the charge was never consumed. */
export interface KnownCharge {
  readonly charge_id: string;
  readonly webhook_url: string | null;
  readonly summary: ChargeSummary | null;
  readonly last_sequence: number;
}

/** An enabled one. An ordered one is busy while a delivery of it is not over. */
export interface SendingEndpoint {
  readonly endpoint_id: string;
  readonly user_id: number;
  readonly url: string;
  readonly event_types: readonly string[];
  readonly is_ordered: boolean;
  readonly is_busy: boolean;
  readonly has_slow_retries: boolean;
}

export interface ChargeUrlSetting {
  readonly user_id: number;
  readonly charge_url_event_types: readonly string[];
  readonly has_charge_url_slow_retries: boolean;
}

/** All that messages and their deliveries are made of. */
export interface FeedBackground {
  readonly feeds: readonly FeedEnd[];
  readonly charges: readonly KnownCharge[];
  readonly invoices: readonly Pick<InvoiceRow, 'invoice_id' | 'gross_amount_minor'>[];
  readonly endpoints: readonly SendingEndpoint[];
  readonly settings: readonly ChargeUrlSetting[];
}

interface ReadRow {
  readonly read: { readonly [K in keyof FeedBackground]: FeedBackground[K] | null };
}

/** Locks feeds until the transaction ends. */
export const lockFeeds = async (tx: Tx, userIds: readonly number[]): Promise<void> => {
  await tx.query('select lock_feeds($1)', [userIds]);
};

/** Reads the stored facts, and adds those of a batch, which are stored with its messages. */
export const readFeeds = async (tx: Tx, request: FeedRequest, facts: Facts): Promise<FeedBackground> => {
  const { userIds, chargeIds, invoiceIds } = request;
  const [row] = await tx.query<ReadRow>('select read_feeds($1, $2, $3) as read', [userIds, chargeIds, invoiceIds]);
  const invoices = row?.read.invoices ?? [];
  const known = new Set(invoices.map(({ invoice_id }) => invoice_id));
  return {
    feeds: row?.read.feeds ?? [],
    charges: (row?.read.charges ?? []).map((charge) => withFacts(charge, facts.charges)),
    invoices: [...firstOfEach(facts.invoices).filter(({ invoice_id }) => !known.has(invoice_id)), ...invoices],
    endpoints: row?.read.endpoints ?? [],
    settings: row?.read.settings ?? [],
  };
};

const withFacts = (known: KnownCharge, told: readonly ChargeRow[]): KnownCharge => {
  const created = known.summary === null ? told.find(({ charge_id }) => charge_id === known.charge_id) : undefined;
  return created === undefined ? known : { ...known, webhook_url: created.webhook_url, summary: created.summary };
};

/** The first facts of an invoice stay, as in the table. */
const firstOfEach = (invoices: readonly InvoiceRow[]): readonly InvoiceRow[] => [
  ...new Map(invoices.toReversed().map((invoice) => [invoice.invoice_id, invoice])).values(),
];

/** One event in one feed, as it is written. */
export interface Message {
  readonly webhook_id: string;
  readonly user_id: number;
  readonly sequence: number;
  readonly charge_id: string | null;
  readonly charge_sequence: number | null;
  readonly invoice_id: number | null;
  readonly withdrawal_id: string | null;
  readonly event_type: string;
  readonly body: string;
}

export type PlannedDelivery = DeliveryFacts & {
  readonly sequence: number;
  readonly receiver: string;
  readonly has_slow_retries: boolean;
  /** An ordered endpoint has an earlier one to deliver first. */
  readonly waits: boolean;
  /** This process sends it as soon as it is committed; no other needs to look for it. */
  readonly is_leased: boolean;
};

/** A planned delivery has been leased once, or never. */
export const firstLeaseToken = 1;

/** The rows that one call writes; the messages are numbered behind the ends of their feeds. */
export interface FeedWriting {
  readonly facts: Facts;
  readonly ends: readonly FeedEnd[];
  readonly messages: readonly Message[];
  readonly planned: readonly PlannedDelivery[];
}

/** Deliveries are due at once unless they wait. Fails with RP001 when a feed has another end by now. */
export const writingOf = ({ facts, ends, messages, planned }: FeedWriting, now: string): FunctionCall => ({
  name: 'write_feeds',
  values: [
    ...[facts.charges, facts.invoices, ends, messages, planned].map((rows) => JSON.stringify(rows)),
    ...[now, leaseMs, firstLeaseToken],
  ],
});

/** Leaves numbers out, so that none is given twice after a restore. */
export const moveFeedsOn = async (tx: Tx, numbers: number): Promise<void> => {
  await tx.query('update event_feeds set last_sequence = last_sequence + $1', [numbers]);
};
