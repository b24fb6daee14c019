import { anything, lenient, listOf, matcher, object, type Schema, text } from '../../providers/wire/schema';
import { type PaymentTerms } from '../domain/payment';

/** As much as providers put on a statement. */
const descriptorCharactersMax = 22;

const anyText: Schema<string> = { json: { type: 'string' } };
const optionsIn = matcher(
  object({
    pix: lenient(object({ payerMessage: lenient(anyText), additionalInfo: lenient(listOf(anything)) })),
    international: lenient(object({ statementDescriptor: lenient(text) })),
  }),
);
const infoIn = matcher(object({ name: anyText, value: anyText }));

type GatewayTerms = Pick<PaymentTerms, 'payerMessage' | 'additionalInfo' | 'statementDescriptor'>;

/**
 * The fields of `gatewayOptions` that providers get: `pix.payerMessage`, `pix.additionalInfo[{name, value}]` and
 * `international.statementDescriptor`. A value of another form is left out, because a charge must not fail for it.
 */
export const gatewayTermsOf = (gatewayOptions: unknown): GatewayTerms => {
  const { pix, international } = optionsIn(gatewayOptions) ?? {};
  const info = pix?.additionalInfo?.flatMap((each) => infoIn(each) ?? []) ?? [];
  return {
    payerMessage: pix?.payerMessage ?? null,
    additionalInfo: info.map(({ name, value }) => ({ name, value })),
    statementDescriptor: international?.statementDescriptor?.slice(0, descriptorCharactersMax) ?? null,
  };
};
