import { type Operation } from '@repasse/chassis/http/app';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type components } from '@repasse/contracts/generated/http/charge';
import { documentTypeOf } from '@repasse/values/check-digits/documents';
import { payerDiffers, payerNotAsked } from '../http/problems';
import { keepPayer, type NamedPayer } from '../store/payers';
import { type LoadCheckout, type StateOf } from './load-checkout';

type Body = components['schemas']['TellPayer'];

export interface TellPayerDependencies {
  readonly db: Tx;
  readonly load: LoadCheckout;
  readonly stateOf: StateOf;
}

/** POST /checkout/{chargeId}/payer: the payer says who they are, once, and gets to see the code. */
export const tellPayer = ({ db, load, stateOf }: TellPayerDependencies): Operation<Body> => ({
  handle: async ({ params, body }) => {
    const { chargeId = '' } = params;
    const { state, charge, attempts } = await load(chargeId);
    const payer = payerOf(body);
    if (charge.client_mode !== 'requestCheckout') throw payerNotAsked(state.status);
    if (state.isPayerNeeded && state.status !== 'PENDING') throw payerNotAsked(state.status);
    // A request at the same time may have kept another payer first.
    if (!isSame(await keepPayer(db, chargeId, payer), payer)) throw payerDiffers();
    return { status: 200, body: stateOf({ charge: { ...charge, is_payer_known: true }, attempts }) };
  },
});

const payerOf = ({ name, email, document }: Body): NamedPayer => {
  const documentType = documentTypeOf(document);
  if (documentType === undefined) throw new Error('A document passed its check and is none.');
  return { name, email, document, documentType };
};

const isSame = (kept: NamedPayer, told: NamedPayer): boolean =>
  kept.name === told.name && kept.email === told.email && kept.document === told.document;
