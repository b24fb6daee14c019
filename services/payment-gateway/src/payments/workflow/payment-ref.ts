import { acceptedPartsOf } from '../../crypto/domain/accepted-part';
import { offerIn, type KnownPayment } from '../domain/payment';
import { type PaymentRef } from '../../providers/provider';

/** A payment as its provider is asked about it. */
export const refOf = (state: KnownPayment): PaymentRef => ({
  facts: state.facts,
  providerReference: offerIn(state)?.providerReference ?? null,
  expiresAt: state.terms.expiresAt,
  acceptedParts: acceptedPartsOf(state),
});
