import { type Operation } from '@repasse/chassis/http/app';
import { type Fault } from '@repasse/chassis/http/problem';
import { type components } from '@repasse/contracts/generated/http/payment-gateway';
import { documentTypeOf, plainDocument } from '@repasse/checkout-kit/both-sides/documents';
import { type Checkout, type Checkouts, type NamedPayer } from '../store/checkouts';
import { payerDiffers, payerNotAsked } from './checkout-problems';
import { type LoadCheckout } from './load-checkout';

type Body = components['schemas']['TellPayer'];

export interface TellPayerDeps {
  readonly checkouts: Checkouts;
  readonly load: LoadCheckout;
}

/** POST …/payer: who pays by PIX tells of themselves, once, and gets to see the code. */
export const tellPayer = ({ checkouts, load }: TellPayerDeps): Operation<Body> => ({
  check: ({ body }, faulty) => (faulty.has('body') || faulty.has('document') ? [] : documentFaults(body)),
  handle: async ({ params, body }) => {
    const { checkoutId = '' } = params;
    const { checkout, state } = await load(checkoutId);
    const payer = payerOf(body);
    if (state.paymentMethod !== 'PIX') throw payerNotAsked(state);
    if (state.isPayerNeeded && state.status !== 'PENDING') throw payerNotAsked(state);
    if (state.isPayerNeeded) await checkouts.tellPayer(checkout.paymentId, payer);

    // Somebody else may have been faster, and then theirs is what was kept.
    const after = await load(checkoutId);
    if (!isSame(after.checkout, payer)) throw payerDiffers();
    return { status: 200, body: after.state };
  },
});

const documentFaults = ({ document }: Body): readonly Fault[] =>
  documentTypeOf(plainDocument(document)) === undefined
    ? [{ field: 'document', message: 'must be a CPF or a CNPJ whose check digits hold.' }]
    : [];

const payerOf = (body: Body): NamedPayer => {
  const document = plainDocument(body.document);
  const documentType = documentTypeOf(document);
  if (documentType === undefined) throw new Error('A document passed its check and is none.');
  return { name: body.name.trim(), email: body.email, document, documentType };
};

const isSame = (kept: Checkout, told: NamedPayer): boolean =>
  kept.name === told.name && kept.email === told.email && kept.document === told.document;
