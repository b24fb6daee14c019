import { type Tx } from '@repasse/chassis/postgres/database';
import { type AnyEvent } from '@repasse/contracts';
import { bookPaidCharges, type BookingDependencies } from './book-paid-charges';
import { bookSurplus } from './book-surplus';
import { reverseRefund } from './reverse-refund';

/**
 * Takes a batch of charge.events.v1. Payments are nearly all there is, so those of a batch are booked together in a few
 * statements; what is rarer is booked one by one, between them only where the order of a charge's events asks for it.
 */
export const bookChargeEvents = (o: BookingDependencies) => {
  const book = bookPaidCharges(o);
  const reverse = reverseRefund(o);
  const surplus = bookSurplus(o);
  const bookRare = async (event: AnyEvent, tx: Tx): Promise<void> => {
    switch (event.type) {
      case 'repasse.charge.refunded.v1':
        return reverse(event, tx);
      case 'repasse.charge.surplus_received.v1':
        return surplus.received(event, tx);
      case 'repasse.charge.surplus_resolved.v1':
        return surplus.resolved(event, tx);
      case 'repasse.charge.surplus_refunded.v1':
        return surplus.refunded(event, tx);
      default:
        // No money moves by anything else that happens to a charge.
        return undefined;
    }
  };
  return async (received: readonly AnyEvent[], tx: Tx): Promise<void> => {
    for (const { paid, rare } of wavesOf(received)) {
      await book(paid, tx);
      for (const event of rare) await bookRare(event, tx);
    }
  };
};

interface Wave {
  readonly paid: AnyEvent[];
  readonly rare: AnyEvent[];
}

/** Each event in the earliest wave in which it comes after those of its charge that came before it. */
export const wavesOf = (received: readonly AnyEvent[]): readonly Wave[] => {
  const waves: Wave[] = [];
  const lastOf = new Map<string, { readonly wave: number; readonly isRare: boolean }>();
  for (const event of received) {
    const last = lastOf.get(event.subject);
    const isRare = event.type !== 'repasse.charge.paid.v1';
    // Within a wave the payments come first, so a payment behind something rare has to wait for the next.
    const wave = (last?.wave ?? 0) + (last?.isRare === true && !isRare ? 1 : 0);
    lastOf.set(event.subject, { wave, isRare });
    const { paid, rare } = (waves[wave] ??= { paid: [], rare: [] });
    (isRare ? rare : paid).push(event);
  }
  return waves;
};
