import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { MerchantApi, request, type Attempt, type Charge } from '../support/api';
import { testCards } from '../support/cards';
import { ledgerTotals } from '../support/ledger-totals';
import { RunningStack, stackStartTimeoutMs } from '../support/running-stack';
import { openSpanSink, type SunkSpan } from '../support/span-sink';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const untracedId = '1af7651916cd43dd8448eb211c80319c';
const callerSpanId = 'b7ad6b7169203331';

const payer = { name: 'Zuleica Quaresma', email: 'zuleica@example.com', document: '52998224725' };
const securityCode = '907';

const paymentAtEdge = 'edge POST /charge/{chargeId}/checkout/payment';
const paymentAtCharge = ['charge POST /charge/{chargeId}/checkout/payment', paymentAtEdge];

/** The gateway tells of a payment by its answer and by an event. Whichever the charge hears first makes it paid. */
const paidByEvent = [
  'charge process payment.events.v1',
  'payment-gateway POST /internal/card-payments',
  'charge POST /internal/card-payments',
];

/** A span and all above it, up to the one that the caller's own is the parent of. */
const pathsOf = (paid: readonly string[]) => [
  [
    'webhook-dispatcher POST webhook',
    'webhook-dispatcher deliver webhook',
    'webhook-dispatcher process charge.events.v1',
    ...paid,
  ],
  ['split-settlement book', 'split-settlement process charge.events.v1', ...paid],
  ['split-settlement send settlement.events.v1', 'split-settlement process charge.events.v1', ...paid],
  [
    'payment-gateway CIELO post_sale',
    'payment-gateway POST /internal/card-payments',
    'charge POST /internal/card-payments',
    ...paymentAtCharge,
  ],
];

const expectedPaths = [pathsOf(paymentAtCharge), pathsOf([...paidByEvent, ...paymentAtCharge])];

describe('traces', () => {
  const stack = new RunningStack('postgres');
  let sink: Awaited<ReturnType<typeof openSpanSink>>;
  let merchant: MerchantApi;

  beforeAll(async () => {
    sink = await openSpanSink();
    process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = sink.endpoint;
    await stack.start();
    merchant = await MerchantApi.signIn(stack.file);
  }, stackStartTimeoutMs);
  afterAll(async () => {
    delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT'];
    await stack.dispose();
    sink.close();
  }, stackStartTimeoutMs);

  const spansOf = (id: string): readonly SunkSpan[] => sink.spans().filter((span) => span.traceId === id);
  const named = (spans: readonly SunkSpan[], name: string): SunkSpan | undefined =>
    spans.find((span) => `${span.service} ${span.name}` === name);

  const ancestorsOf = (spans: readonly SunkSpan[], span: SunkSpan | undefined): readonly string[] => {
    if (span === undefined) return [];
    const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
    return [`${span.service} ${span.name}`, ...ancestorsOf(spans, parent)];
  };

  /** Pays within the trace of this id, which also names the webhook's inbox. */
  const payByCard = async (id: string, flags: '00' | '01'): Promise<void> => {
    const { baseUrl } = stack.file;
    const headers = { traceparent: `00-${id}-${callerSpanId}-${flags}` };
    const { body: charge } = await request<Charge & { readonly checkoutToken: string }>('POST', `${baseUrl}/charge`, {
      ...{ token: merchant.token, headers },
      body: { grossAmount: '40.00', currency: 'BRL', webhookUrl: merchant.inboxUrl(id), payer },
    });
    const card = { number: testCards.approved, holderName: payer.name, expirationMonth: 12, expirationYear: 2031 };
    const paid = await request<Attempt>('POST', `${baseUrl}/charge/${charge.id}/checkout/payment`, {
      headers: { ...headers, 'x-checkout-token': charge.checkoutToken },
      body: { card: { ...card, securityCode } },
    });
    expect(paid).toMatchObject({ status: 200 });
    await eventuallyHolds(async () => expect(await merchant.inbox(id)).toHaveLength(1));
  };

  it('lead from the POST of a payer to the ledger and to the webhook', async () => {
    await payByCard(untracedId, '00');
    await payByCard(traceId, '01');
    // Where the ledger is late, this says so: below, spans are missing.
    await eventuallyHolds(async () =>
      expect(await ledgerTotals(merchant)).toMatchObject({ CREDIT_CARD: { charges: 2 } }),
    );

    await eventuallyHolds(() => {
      const spans = spansOf(traceId);
      const paths = pathsOf([]).map(([name = '']) => ancestorsOf(spans, named(spans, name)));
      // A service that dies takes with it the spans that wait.
      expect(stack.deaths).toEqual([]);
      expect(expectedPaths).toContainEqual(paths);
    });
    const spans = spansOf(traceId);
    expect(named(spans, paymentAtEdge)).toMatchObject({
      parentSpanId: callerSpanId,
      attributes: { 'http.route': '/charge/{chargeId}/checkout/payment', 'http.response.status_code': '200' },
    });
    expect(named(spans, 'charge append_events')?.attributes).toMatchObject({ 'db.operation.batch.size': '1' });
  });

  it('link a batch of events and the events in it to one another', () => {
    const batches = new Map(sink.spans().map((span) => [span.spanId, span]));
    const ofBatches = spansOf(traceId).filter(({ links = [] }) => links.length > 0);
    for (const { name, links = [], parentSpanId } of ofBatches) {
      const batch = batches.get(links[0]?.spanId ?? '');
      expect([name.split(' ')[0], batch?.name]).toEqual(['process', 'process batch']);
      expect(batch?.links).toEqual(
        expect.arrayContaining([expect.objectContaining({ traceId, spanId: parentSpanId })]),
      );
    }
  });

  it('are not recorded where the caller says so', () => {
    expect(spansOf(untracedId)).toEqual([]);
  });

  it('hold nothing of the payer, the card or the merchant’s secrets', () => {
    const text = sink.text();
    for (const secret of [testCards.approved, payer.name, payer.email, payer.document, merchant.token])
      expect(text.toLowerCase()).not.toContain(secret.toLowerCase());
    expect(text).not.toContain(`"${securityCode}"`);
    expect(text).not.toContain('/sandbox/inbox/');
  });
});
