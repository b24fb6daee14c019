import { type EventData } from './generated/events';

/** How a payer pays a charge. */
export type ChargeMethod = EventData['repasse.charge.paid.v1']['paymentMethod'];
/** How money comes: by a method of charges, or in coins, which are paid without a charge. */
export type PaymentMethod = EventData['repasse.payment.requested.v1']['paymentMethod'];
