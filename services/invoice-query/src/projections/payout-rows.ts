import { type AnyEvent, type EventData } from '@repasse/contracts';
import { type InvoiceRow } from './invoice-row';
import { payoutMethodOf } from './methods';

/** The columns that an event sets of the payout of a withdrawal; none for events of other aggregates. */
export const payoutRowsOf = (event: AnyEvent): InvoiceRow[] => {
  switch (event.type) {
    case 'repasse.payout.requested.v1':
      return [{ ...headOf(event, event.data), ...requestedColumns(event.data) }];
    case 'repasse.payout.confirming.v1':
      return [{ ...headOf(event, event.data), ...sentColumns(event.data), status: 'CONFIRMING' }];
    case 'repasse.payout.settled.v1':
      return [{ ...headOf(event, event.data), ...sentColumns(event.data), ...settledColumns(event.data) }];
    case 'repasse.payout.failed.v1':
      return [{ ...headOf(event, event.data), status: 'FAILED' }];
    // What came back counts as refunds of payments do: the status says when all of it has gone back.
    case 'repasse.payout.returned.v1':
      return [{ ...headOf(event, event.data), refunded_minor: event.data.returnedTotalMinor }];
    default:
      // Events of other aggregates, and of releases to come: they show nothing here.
      return [];
  }
};

/** The fields of every event of a payout. */
type Common = Pick<
  EventData['repasse.payout.requested.v1'],
  'withdrawalId' | 'invoiceId' | 'userId' | 'amountMinor' | 'currency' | 'provider' | 'rail'
>;

const headOf = ({ position, time }: AnyEvent, data: Common) => ({
  subject_id: data.withdrawalId,
  invoice_type: 'WITHDRAWAL' as const,
  position,
  invoice_id: data.invoiceId,
  user_id: data.userId,
  charge_id: null,
  attempt_id: null,
  payment_method: payoutMethodOf(data.rail),
  amount_minor: data.amountMinor,
  received_minor: 0,
  refunded_minor: 0,
  currency: data.currency,
  provider: data.provider,
  created_at: time,
  updated_at: time,
});

const requestedColumns = (data: EventData['repasse.payout.requested.v1']) => ({
  status: 'WAITING_PAYMENT' as const,
  external_reference: data.externalReference,
  pay_address: data.payAddress,
  coin: data.payCurrency,
});

/** How many coins it comes to is known once the provider has taken it on. */
const sentColumns = (data: EventData['repasse.payout.confirming.v1'] | EventData['repasse.payout.settled.v1']) => ({
  provider_reference: data.providerReference,
  pay_amount: data.payAmount,
  coin: data.payCurrency,
});

const settledColumns = ({ amountMinor, settledAt, endToEndId }: EventData['repasse.payout.settled.v1']) => ({
  status: 'PAID' as const,
  ...(endToEndId !== undefined && { end_to_end_id: endToEndId }),
  received_minor: amountMinor,
  paid_at: settledAt,
});
