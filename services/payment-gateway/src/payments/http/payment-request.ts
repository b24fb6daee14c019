import { toIso } from '@repasse/chassis/clock';
import { type components } from '@repasse/contracts/generated/http/payment-gateway';
import { type PaymentFacts, type PaymentTerms } from '../domain/payment';
import { type PaymentCommand } from '../domain/payment-commands';
import { type Payer } from '../../providers/provider';
import { type PaymentDeps } from '../workflow/payment-deps';

type PayerBody = components['schemas']['Payer'];

export const payerOf = (payer: PayerBody | undefined): Payer | null =>
  payer === undefined
    ? null
    : { name: payer.name ?? null, email: payer.email ?? null, document: payer.document ?? null };

/** The command of a request. Invoice number and time are given here; terms that the method has not are none. */
export const requestOf = async (
  { payments, clock }: Pick<PaymentDeps, 'payments' | 'clock'>,
  facts: Omit<PaymentFacts, 'invoiceId'>,
  terms: Partial<PaymentTerms> & Pick<PaymentTerms, 'externalReference' | 'description' | 'expiresAt'>,
): Promise<PaymentCommand<'RequestPayment'>> => {
  const numbered = { ...facts, invoiceId: await payments.invoiceIds.next() };
  return {
    type: 'RequestPayment',
    data: { facts: numbered, terms: { ...noTerms, ...terms }, now: toIso(clock.now()) },
  };
};

const noTerms = { payerMessage: null, additionalInfo: [], statementDescriptor: null, redirectUrl: null, card: null };
