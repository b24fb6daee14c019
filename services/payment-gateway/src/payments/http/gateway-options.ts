import { type PaymentTerms } from '../domain/payment';

/** As much as providers put on a statement. */
const descriptorCharactersMax = 22;

/**
 * The `gatewayOptions` of an international payment: `international.statementDescriptor`. A value of another form is
 * left out, because a charge must not fail for it.
 */
export const internationalOptionsOf = (gatewayOptions: unknown): Pick<PaymentTerms, 'statementDescriptor'> => {
  const descriptor = asRecord(asRecord(gatewayOptions)['international'])['statementDescriptor'];
  return {
    statementDescriptor:
      typeof descriptor === 'string' && descriptor !== '' ? descriptor.slice(0, descriptorCharactersMax) : null,
  };
};

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
