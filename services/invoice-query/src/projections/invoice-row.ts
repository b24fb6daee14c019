/** Which way the money goes. */
export type InvoiceType = 'PAYMENT' | 'WITHDRAWAL';

/** The last reported status. invoice_status adds whether enough was received and whether it has gone back. */
type Status =
  | 'WAITING_PAYMENT'
  | 'CONFIRMING'
  | 'PARTIALLY_PAID'
  | 'RECEIVED'
  | 'PAID'
  | 'EXPIRED'
  | 'CANCELED'
  | 'FAILED';

/** Columns of the table. An event sets those it tells of; the others keep what they have. */
export interface InvoiceRow {
  /** The payment or the withdrawal it is the invoice of. */
  readonly subject_id: string;
  readonly invoice_type: InvoiceType;
  readonly position: number;
  readonly invoice_id: number;
  readonly user_id: number;
  readonly charge_id: string | null;
  readonly attempt_id: string | null;
  readonly payment_method: string;
  readonly received_minor: number;
  readonly refunded_minor: number;
  readonly currency: string;
  readonly provider: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly amount_minor?: number;
  readonly status?: Status;
  readonly provider_reference?: string;
  /** The PIX transfer that paid it, as both banks show it; of several, the first. */
  readonly end_to_end_id?: string;
  /** Names by which a search finds it beside its own: of receipts and refunds. */
  readonly search_references?: readonly string[];
  readonly external_reference?: string | null;
  readonly expires_at?: string;
  readonly paid_at?: string;
  readonly payer_currency?: string;
  readonly pay_address?: string;
  readonly pay_amount?: string;
  readonly pay_uri?: string;
  readonly coin?: string;
  readonly deposited_minor?: number;
  readonly installments?: number;
  readonly decline_code?: string;
  readonly dispute_status?: 'OPEN' | 'WON' | 'LOST';
}
