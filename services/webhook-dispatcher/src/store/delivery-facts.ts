/** Which message goes where: the columns of a delivery that never change, but for an address that its merchant moves. */
export interface DeliveryFacts {
  readonly delivery_id: string;
  readonly webhook_id: string;
  readonly user_id: number;
  /** Null for the webhookUrl of a charge. */
  readonly endpoint_id: string | null;
  readonly charge_id: string | null;
  readonly event_type: string;
  readonly url: string;
}
