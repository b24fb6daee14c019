import { eventCatalogue, parseEvent, sourceOf, type AnyEvent, type CatalogueEntry } from '@repasse/contracts';
import { timelineText } from './timeline-text';

const exampleEvent = ({ type, service, schema, example }: CatalogueEntry): AnyEvent =>
  parseEvent({
    id: 'evt_1',
    source: sourceOf(service),
    type,
    subject: 'any',
    time: '2026-11-21T12:00:00.000Z',
    dataSchema: schema.$id,
    position: 1,
    data: example,
  });

const quote = { rate: '5.39', spreadBps: 300, source: 'PTAX', quotedAt: '2026-11-21T12:00:00.000Z' };
const inDollars = { ...quote, targetCurrency: 'USD', finalAmountMinor: 1_855 };
const inYen = { ...quote, targetCurrency: 'JPY', finalAmountMinor: 2_800 };
const inDinars = { ...quote, targetCurrency: 'KWD', finalAmountMinor: 5_655 };

describe('the text of an entry', () => {
  it.each(eventCatalogue.map((entry) => [entry.name, entry] as const))(
    'says in a sentence what %s means',
    (_name, entry) => {
      const { type, data } = exampleEvent(entry);
      const text = timelineText(type, data);

      expect(text).toMatch(/^[A-Z0-9].*\.$/s);
      expect(text).not.toContain('repasse.');
      // Ids of keys and people have an underscore of their own.
      expect(text.replaceAll(/(?:key|per)_\w+/g, '')).not.toMatch(/undefined|null|NaN|_/);
      expect(text).not.toContain('..');
    },
  );

  const textOf = (name: string, change: object = {}): string => {
    const entry = eventCatalogue.find((each) => each.name === name)!;
    const { type, data } = exampleEvent({ ...entry, example: { ...entry.example, ...change } });
    return timelineText(type, data);
  };

  it.each([
    ['ChargePaid', {}, 'Paid by PIX: 100.00 BRL.'],
    ['ChargePaid', { statusReason: 'LATE' }, 'Paid by PIX: 100.00 BRL, after the charge had expired.'],
    ['PaymentReceived', {}, 'The provider received 100.00 BRL.'],
    ['PaymentReceived', { amountMinor: 9_000 }, 'The provider received 90.00 BRL where 100.00 BRL was expected.'],
    ['PaymentReceived', { fx: inDollars }, 'The provider received 100.00 BRL, paid as 18.55 USD.'],
    ['PaymentReceived', { fx: inYen, installments: 1 }, 'The provider received 100.00 BRL, paid as 2800 JPY.'],
    [
      'PaymentOffered',
      { fx: inDinars },
      'The provider is ready to receive the payment until 2026-11-22T12:00:00.000Z, which is 5.655 KWD to the payer.',
    ],
    [
      'ChargePaid',
      { paymentMethod: 'CREDIT_CARD', installments: 3 },
      'Paid by credit card in 3 instalments: 100.00 BRL.',
    ],
    [
      'AttemptFailed',
      { paymentMethod: 'CREDIT_CARD', reason: 'DECLINED', declineCode: 'insufficient_funds', isRetryable: true },
      'Payment by credit card failed: it was declined, the payer has not enough money or limit; the same means may work another time.',
    ],
    [
      'PaymentFailed',
      { reason: 'DECLINED', declineCode: 'a_new_word', isRetryable: false },
      'The payment at the provider failed: it was declined, a new word; another means is needed.',
    ],
    ['PaymentFailed', {}, 'The payment at the provider failed: the provider could not take it.'],
    ['PaymentCanceled', {}, 'The offer was taken back at the provider because the charge was paid another way.'],
    ['ChargeRefunded', {}, '40.00 BRL went back to the payer; 40.00 BRL of 100.00 BRL is refunded.'],
    ['ChargeRefunded', { isFull: true }, '40.00 BRL went back to the payer; the charge is refunded in full.'],
    [
      'RefundRequested',
      { reason: null, requestedBy: undefined },
      'A refund was asked for: the provider is asked to give 40.00 BRL back.',
    ],
    [
      'RefundRequested',
      { reason: null, requestedBy: 'key_a' },
      'A refund was asked for by key_a: the provider is asked to give 40.00 BRL back.',
    ],
    [
      'RefundFailed',
      {},
      'The provider will not give 40.00 BRL back; the money stays where it was. It says: The balance at the provider is too low.',
    ],
    [
      'ChargeSurplusReceived',
      {},
      '5.00 BRL arrived by PIX beyond what was asked for; by the merchant’s rule it goes back to the payer.',
    ],
    [
      'ChargeSurplusReceived',
      { statusReason: 'UNDERPAID', handling: 'HOLD' },
      '5.00 BRL arrived by PIX and is less than was asked for; by the merchant’s rule it is held until the merchant decides.',
    ],
    [
      'ChargeSurplusResolved',
      { handling: 'APPLY', resolvedBy: undefined },
      'About 5.00 BRL that was held it is decided: it counts towards the charge.',
    ],
    [
      'SplitReversed',
      {},
      'Booked in the ledger: the refund of 40.00 BRL was taken back from user 1001 (24.00 BRL), user 1002 (16.00 BRL); 6.00 BRL of it was not there and is owed.',
    ],
    ['FundsReleased', {}, '24.75 BRL became available to user 1003.'],
    ['SplitSettled', {}, 'Booked in the ledger: 0.99 BRL in fees, the rest, shared among 3 users.'],
    ['WebhookDelivered', {}, 'Webhook charge.paid delivered at attempt 2.'],
    ['WebhookDelivered', { trigger: 'MANUAL' }, 'Webhook charge.paid delivered at attempt 2, sent by hand.'],
  ])('%s with %j reads: %s', (name, change, text) => {
    expect(textOf(name, change)).toBe(text);
  });
});
