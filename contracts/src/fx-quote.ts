import { type components } from './generated/http/payment-gateway';

/** An amount in BRL converted to the payer's currency and frozen: the payer is charged exactly `finalAmountMinor`. */
export type FxQuote = components['schemas']['FxQuote'];
