/** `payment-gateway` as it stands in operationIds: PaymentGateway. */
export const pascalOf = (service: string): string =>
  service
    .split('-')
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join('');
