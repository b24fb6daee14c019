import { type Clock } from '@repasse/chassis/clock';
import { adapterAt, listed, newFacts, offerOf, refOf, refundOf, registered } from './adapter';
import { type Relay } from './relay';
import { type Step } from './report';

/** As the document's own examples are called. */
const endToEndId = 'E12345678202009091221kkkkkkkkkkk';
/** All that the adapter ever asks a bank, in all its forms. */
export const stepsAtDocument = (relay: Relay, clock: Clock, onClose: (close: () => void) => void): Step[] => {
  const { provider, close } = adapterAt(relay.url, clock);
  onClose(close);
  const facts = newFacts();
  const { terms } = offerOf(facts, clock);
  const offer = (what: string, changes: Parameters<typeof offerOf>[2]): Step => ({
    what,
    run: async () => (await provider.offer(offerOf(newFacts(), clock, changes))).outcome,
  });
  const bare = { ...terms, description: null, payerMessage: null, additionalInfo: [] };
  const longest = { name: 'n'.repeat(80), value: 'v'.repeat(300) };
  const full = { ...terms, payerMessage: 'm'.repeat(300), additionalInfo: Array.from({ length: 60 }, () => longest) };
  const refund = refundOf(facts, endToEndId, clock.now().toISOString());

  return [
    offer('a charge to a person with a CPF', {}),
    offer('a charge to a company', { payer: { name: 'Empresa', email: null, document: '12ABC34501DE35' } }),
    offer('a charge without a payer or texts', { payer: null, terms: bare }),
    offer('a charge with more said than the standard takes', { terms: full }),
    offer('a charge that is asked for again', { isRepeat: true }),
    { what: 'reading a charge', run: async () => (await provider.inspect(refOf(facts, clock))).outcome },
    { what: 'taking a charge back', run: async () => (await provider.cancel(refOf(facts, clock))).outcome },
    { what: 'giving money back', run: async () => (await provider.refund(refund)).outcome },
    {
      what: 'giving a part back without a reason',
      run: async () => (await provider.refund({ ...refund, amountMinor: 1, reason: null })).outcome,
    },
    {
      what: 'giving money back for a reason without end',
      run: async () => (await provider.refund({ ...refund, reason: 'r'.repeat(300) })).outcome,
    },
    { what: 'reading a refund', run: async () => (await provider.inspectRefund(refund)).outcome },
    {
      what: 'listing a day',
      run: () => listed(provider, clock),
    },
    { what: 'telling where to call back', run: () => registered(provider, relay) },
  ];
};
