import { assertNever, reject } from '@repasse/chassis/decider';
import { type Decision, notFound } from './decision';
import { whereEffective } from './effective-commands';
import { type PaymentState } from './payment';
import { type DataOf } from './payment-commands';

export const offerPayment = ({ offer }: DataOf<'OfferPayment'>, state: PaymentState): Decision => {
  switch (state.status) {
    case 'requested':
    case 'unknown':
      return [{ type: 'PaymentOffered', data: { offer } }];
    case 'received':
    case 'confirming':
    case 'partially_received':
    // A canceled payment must not be paid, so an offer that comes later is kept in order to be canceled.
    case 'canceled':
      return state.offer === null ? [{ type: 'PaymentOfferedLate', data: { offer } }] : [];
    // The first offer stands: the payer may already hold its code, and a repeat at the provider is the same charge.
    case 'offered':
      return [];
    case 'absent':
      return notFound();
    case 'expired':
    case 'failed':
      return reject('payment.closed', `A payment that has ${state.status} cannot be offered.`);
    default:
      return assertNever(state);
  }
};

/** A payer may pay in the last moment or after it, so our own expiry does not prevent it. */
export const confirmPayment = ({ offer }: DataOf<'ConfirmPayment'>, state: PaymentState): Decision => {
  switch (state.status) {
    case 'requested':
    case 'unknown':
      return [{ type: 'PaymentConfirming', data: { offer } }];
    case 'offered':
    case 'partially_received':
    case 'expired':
    case 'canceled':
      return [{ type: 'PaymentConfirming', data: { offer: state.offer ?? offer } }];
    case 'confirming':
    case 'received':
      return [];
    case 'absent':
      return notFound();
    case 'failed':
      return reject('payment.closed', 'A payment that has failed cannot be confirmed.');
    default:
      return assertNever(state);
  }
};

export const reopenPayment = ({ declineCode }: DataOf<'ReopenPayment'>, state: PaymentState): Decision =>
  whereEffective('ReopenPayment', state, ({ offer }) =>
    offer === null
      ? reject('payment.not_offered', 'There is nothing the payer could try again with.')
      : [{ type: 'PaymentReopened', data: { offer, declineCode } }],
  );
