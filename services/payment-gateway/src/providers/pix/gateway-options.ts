import { type PaymentTerms } from '../../payments/domain/payment';

/**
 * What `gatewayOptions` may say about a PIX payment: `pix.payerMessage` and `pix.additionalInfo[{name, value}]`. The
 * rest is the merchant's own; what has not the form it should have is left out, because a charge must not fail for it.
 */
export const pixOptionsOf = (gatewayOptions: unknown): Pick<PaymentTerms, 'payerMessage' | 'additionalInfo'> => {
  const pix = asRecord(asRecord(gatewayOptions)['pix']);
  const info = Array.isArray(pix['additionalInfo']) ? pix['additionalInfo'].map(asRecord) : [];
  return {
    payerMessage: typeof pix['payerMessage'] === 'string' ? pix['payerMessage'] : null,
    additionalInfo: info.flatMap(({ name, value }) =>
      typeof name === 'string' && typeof value === 'string' ? [{ name, value }] : [],
    ),
  };
};

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
