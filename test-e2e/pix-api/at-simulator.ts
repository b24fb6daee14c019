import { eventually } from '@repasse/chassis/testing/eventually';
import { type PaymentFacts, type Receipt } from '../../services/payment-gateway/src/payments/domain/payment';
import { type Provider, type RefundRequest } from '../../services/payment-gateway/src/providers/provider';
import { type Sandbox } from '../providers/sandbox';
import { adapterAt, listed, newFacts, offerOf, pixKey, refOf, refundOf, registered } from './adapter';
import { type Asking } from './ask';
import { type Relay } from './relay';
import { type Step } from './report';

export interface SimulatorWorld {
  readonly relay: Relay;
  readonly sandbox: Sandbox;
  readonly ask: Asking;
  readonly onClose: (close: () => void) => void;
}

const noPayment = 'E12345678202009091221kkkkkkkkkkk';

/** The adapter's requests to the simulator, and the simulator's other requests. */
export const stepsAtSimulator = ({ relay, sandbox, ask, onClose }: SimulatorWorld): Step[] => {
  const { provider, close } = adapterAt(relay.url, sandbox.clock);
  onClose(close);
  const merchant = new Merchant(provider, sandbox);
  const paid = newFacts();
  return [
    { what: 'telling where to call back', run: () => registered(provider, relay), comesTo: 'answered' },
    ...ask.webhooks(pixKey),
    ...ofCharges(merchant, ask, paid),
    ...ofRefunds(merchant, paid),
    {
      what: 'reading a payment with its refunds',
      run: async () => ask.pix((await merchant.receiptOf(paid)).providerReference),
      comesTo: '200',
    },
    { what: 'listing a day', run: () => listed(provider, sandbox.clock), comesTo: 'listed' },
    ...ask.lists(),
    ...ask.farewell(pixKey),
  ];
};

const ofCharges = (merchant: Merchant, ask: Asking, paid: PaymentFacts): Step[] => {
  const taken = newFacts();
  return [
    { what: 'making a charge, and paying it', run: () => merchant.sell(paid), comesTo: 'paid' },
    { what: 'making it again', run: () => merchant.offer(paid, true), comesTo: 'offered' },
    { what: 'making another', run: () => merchant.offer(taken, false), comesTo: 'offered' },
    ...ask.charges(taken, pixKey),
    ...ask.paid(paid, pixKey),
    { what: 'reading what is paid', run: () => merchant.standingOf(paid), comesTo: 'received' },
    { what: 'taking one back', run: () => merchant.cancel(taken), comesTo: 'canceled' },
    { what: 'taking it back again', run: () => merchant.cancel(taken), comesTo: 'canceled' },
    { what: 'taking back what is paid', run: () => merchant.cancel(paid), comesTo: 'received' },
    { what: 'reading none', run: () => merchant.standingOf(newFacts()), comesTo: 'missing' },
  ];
};

const ofRefunds = (merchant: Merchant, paid: PaymentFacts): Step[] => {
  const failing = newFacts();
  return [
    {
      what: 'giving a part back, until it is settled',
      run: async () => merchant.giveBack(await merchant.refundOf(paid, 4_000)),
      comesTo: 'settled',
    },
    {
      what: 'giving back more than is left',
      run: async () => (await merchant.provider.refund(await merchant.refundOf(paid, 9_000))).outcome,
      comesTo: 'refused',
    },
    {
      what: 'giving back of a payment nobody made',
      run: async () => (await merchant.provider.refund(refundOf(paid, noPayment, merchant.now()))).outcome,
      comesTo: 'refused',
    },
    {
      what: 'a refund that is not carried out',
      run: async () => {
        await merchant.sandbox.set('refunds', { pix: { outcome: 'failed' } });
        await merchant.sell(failing);
        return merchant.giveBack(await merchant.refundOf(failing, 10_000));
      },
      comesTo: 'failed',
    },
  ];
};

/** Calls the adapter, and returns the outcome as a word. */
class Merchant {
  constructor(
    readonly provider: Provider,
    readonly sandbox: Sandbox,
  ) {}

  now(): string {
    return this.sandbox.clock.now().toISOString();
  }

  async offer(facts: PaymentFacts, isRepeat: boolean): Promise<string> {
    return (await this.provider.offer(offerOf(facts, this.sandbox.clock, { isRepeat }))).outcome;
  }

  async sell(facts: PaymentFacts): Promise<string> {
    const made = await this.provider.offer(offerOf(facts, this.sandbox.clock));
    if (made.outcome !== 'offered' || made.offer.instructions.method !== 'PIX') return made.outcome;
    await this.sandbox.act('/sandbox/pix/pay', { emv: made.offer.instructions.emv, payerMessage: 'Obrigado' });
    return 'paid';
  }

  async cancel(facts: PaymentFacts): Promise<string> {
    return (await this.provider.cancel(refOf(facts, this.sandbox.clock))).outcome;
  }

  async standingOf(facts: PaymentFacts): Promise<string> {
    const found = await this.provider.inspect(refOf(facts, this.sandbox.clock));
    return found.outcome === 'found' ? found.status : found.outcome;
  }

  async receiptOf(facts: PaymentFacts): Promise<Receipt> {
    const found = await this.provider.inspect(refOf(facts, this.sandbox.clock));
    const receipt = found.outcome === 'found' ? found.receipts[0] : undefined;
    if (receipt === undefined) throw new Error(`${facts.paymentId} was not paid.`);
    return receipt;
  }

  async refundOf(facts: PaymentFacts, amountMinor: number): Promise<RefundRequest> {
    const { providerReference, receivedAt } = await this.receiptOf(facts);
    return refundOf(facts, providerReference, receivedAt, { amountMinor });
  }

  async giveBack(request: RefundRequest): Promise<string> {
    let outcome: string = (await this.provider.refund(request)).outcome;
    await eventually(async () => {
      outcome = (await this.provider.inspectRefund(request)).outcome;
      return outcome !== 'pending';
    });
    return outcome;
  }
}
