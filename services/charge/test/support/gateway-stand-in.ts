import { type components } from '@repasse/contracts/generated/http/payment-gateway';

type Schemas = components['schemas'];
type PaymentRequest = Schemas['RequestPayment'];
type CardPaymentRequest = Schemas['RequestCardPayment'];
type QuoteRequest = Schemas['RequestFxQuote'];

/** How the gateway's stand-in answers. `hang` takes the request and never answers. */
export type GatewayMood =
  | 'offer'
  | 'refuse'
  | 'unavailable'
  | 'silent'
  | 'hang'
  | 'unsettled'
  | 'expired'
  | 'fail'
  | 'other_time';

/** The outcome of card payments. `doubt`: the acquirer has not said. `not_taken`: it was in trouble, and nothing was charged. */
export type CardMood =
  | 'approve'
  | 'decline'
  | 'decline_for_good'
  | 'doubt'
  | 'refuse'
  | 'not_taken'
  | 'issuer_away'
  | 'away'
  | 'hang';

export type QuoteMood = 'quote' | 'unsupported' | 'no_rate' | 'away';

export interface StandInAnswer {
  readonly status: number;
  readonly body: object;
}

/** What the tests' currencies cost, spread included, and what R$ 100.00 come to. */
const quotes: Readonly<Record<string, { readonly rate: string; readonly withSpread: string; readonly minor: number }>> =
  {
    USD: { rate: '5.4321', withSpread: '5.2691', minor: 1_898 },
    JPY: { rate: '0.0361', withSpread: '0.0350', minor: 2_857 },
    KWD: { rate: '17.7', withSpread: '17.169', minor: 5_824 },
  };

/** payment-gateway as the charge service meets it. */
export class GatewayStandIn {
  mood: GatewayMood = 'offer';
  cardMood: CardMood = 'approve';
  quoteMood: QuoteMood = 'quote';
  readonly payments: PaymentRequest[] = [];
  readonly cardPayments: CardPaymentRequest[] = [];
  readonly quotes: QuoteRequest[] = [];
  /** What merchants have saved, by the name of the card. */
  readonly savedCards = new Map<string, number>();
  readonly #ids: string[] = [];

  /** What was asked to be erased. */
  readonly erasures: unknown[] = [];
  /** How much of each table it says it has erased. */
  erased = { payers: 1, savedCards: 2, providerCalls: 3 };

  /** Undefined hangs. */
  answer(path: string, body: unknown, query: URLSearchParams): StandInAnswer | undefined {
    const savedCard = /^\/internal\/saved-cards\/(.+)$/.exec(path)?.[1];
    if (savedCard !== undefined) return this.#answerSavedCard(savedCard, Number(query.get('userId')));
    if (path === '/internal/payer-erasures') {
      this.erasures.push(body);
      return this.mood === 'unavailable' ? { status: 503, body: {} } : ok(this.erased);
    }
    if (path === '/internal/fx-quotes') return this.#answerQuote(body as QuoteRequest);
    if (path === '/internal/card-payments') return this.#answerCard(body as CardPaymentRequest);
    if (path === '/internal/payments') return this.#answerPayment(body as PaymentRequest);
    return this.#standingOf(path.replace('/internal/payments/', ''));
  }

  /** The gateway knows a payment by its id, so asking twice gives one invoice. */
  invoiceIdOf(paymentId: string): number {
    if (!this.#ids.includes(paymentId)) this.#ids.push(paymentId);
    return 50_000 + this.#ids.indexOf(paymentId);
  }

  #answerSavedCard(cardToken: string, userId: number): StandInAnswer {
    return this.savedCards.get(cardToken) === userId
      ? ok({ brand: 'VISA', last4: '0040' })
      : { status: 404, body: { code: 'payment.saved_card_not_found' } };
  }

  #answerPayment(payment: PaymentRequest): StandInAnswer | undefined {
    this.payments.push(payment);
    const offer = this.#offerOf(payment);
    switch (this.mood) {
      case 'offer':
        return ok(offer);
      case 'unsettled':
        return ok({ ...offer, status: 'UNKNOWN', pix: null, international: null });
      case 'expired':
        return ok({ ...offer, status: 'EXPIRED' });
      case 'fail':
        return ok({ ...offer, status: 'FAILED', pix: null, international: null });
      case 'refuse':
        return { status: 502, body: { code: 'provider.rejected' } };
      case 'other_time':
        return { status: 400, body: { code: 'payment.expires_in_past' } };
      case 'unavailable':
        return { status: 503, body: { code: 'provider.unavailable' } };
      case 'silent':
        return { status: 504, body: { code: 'provider.timeout' } };
      case 'hang':
        return undefined;
    }
  }

  #offerOf(payment: PaymentRequest): object {
    const { paymentId, fxQuoteId = '' } = payment;
    const txid = paymentId.slice('pay_'.length);
    const quoted = this.quotes.at(-1)?.targetCurrency ?? 'USD';
    const isPix = payment.paymentMethod === 'PIX';
    return {
      ...this.#common(payment),
      paymentMethod: payment.paymentMethod,
      provider: isPix ? 'PIX_BCB' : 'REVOLUT',
      providerReference: txid,
      pix: isPix ? { emv: `00020101021226${txid}6304ABCD`, txid, ...receiver } : null,
      international: isPix
        ? null
        : {
            publicToken: `token-of-${fxQuoteId}`,
            provider: 'REVOLUT',
            mode: 'sandbox',
            checkoutCurrency: quoted,
            amountMinor: quotes[quoted]?.minor ?? 1,
          },
    };
  }

  #answerCard(payment: CardPaymentRequest): StandInAnswer | undefined {
    this.cardPayments.push(payment);
    if (this.cardMood === 'hang') return undefined;
    if (this.cardMood === 'refuse') return { status: 502, body: { code: 'provider.rejected' } };
    if (this.cardMood === 'away') return { status: 503, body: { code: 'provider.unavailable' } };
    return ok(this.#cardPaymentOf(payment, this.cardMood));
  }

  #cardPaymentOf(payment: CardPaymentRequest, mood: CardMood): object {
    const declines: Partial<Record<CardMood, object>> = {
      decline: { declineCode: 'insufficient_funds', isRetryable: true },
      issuer_away: { declineCode: 'issuer_unavailable', isRetryable: true },
      decline_for_good: { declineCode: 'card_canceled', isRetryable: false },
    };
    const decline = declines[mood] ?? null;
    const isReceived = mood === 'approve';
    const receivedAt = '2026-11-21T12:00:01.000Z';
    return {
      ...this.#common(payment),
      paymentMethod: 'CREDIT_CARD',
      provider: 'CIELO',
      providerReference: `cielo-${payment.paymentId}`,
      status: isReceived ? 'RECEIVED' : decline || mood === 'not_taken' ? 'FAILED' : 'UNKNOWN',
      pix: null,
      card: { brand: 'VISA', last4: payment.card?.number.slice(-4) ?? '0040', installments: payment.installments },
      decline,
      receipts: isReceived
        ? [{ providerReference: `cielo-${payment.paymentId}`, amountMinor: payment.amountMinor, receivedAt }]
        : [],
    };
  }

  /** What became of a payment, by the mood of the moment it is asked in. */
  #standingOf(paymentId: string): StandInAnswer | undefined {
    const card = this.cardPayments.find((payment) => payment.paymentId === paymentId);
    if (card) return ok(this.#cardPaymentOf(card, this.cardMood));
    const payment = this.payments.find((asked) => asked.paymentId === paymentId);
    return payment ? ok(this.#offerOf(payment)) : { status: 404, body: { code: 'payment.not_found' } };
  }

  #common({ paymentId, amountMinor, currency, expiresAt }: PaymentRequest | CardPaymentRequest): object {
    const invoiceId = this.invoiceIdOf(paymentId);
    return { paymentId, invoiceId, amountMinor, currency, expiresAt, status: 'PENDING', receipts: [], decline: null };
  }

  #answerQuote(request: QuoteRequest): StandInAnswer {
    this.quotes.push(request);
    const price = quotes[request.targetCurrency];
    if (this.quoteMood === 'away') return { status: 500, body: { code: 'server.fault' } };
    if (this.quoteMood === 'no_rate') return { status: 503, body: { code: 'fx.rate_unavailable' } };
    if (request.sourceAmountMinor < leastQuotedMinor) return { status: 400, body: belowMinimum };
    if (!price || this.quoteMood === 'unsupported') return { status: 400, body: notSupported };
    const quotedAt = '2026-11-21T11:59:00.000Z';
    return ok({
      ...request,
      quoteId: `fxq_01KAJ2E8V4N7Q0S6T3W9X5Y1${String(this.quotes.length).padStart(2, '0')}`,
      finalAmountMinor: price.minor,
      rate: price.rate,
      spreadBps: 300,
      rateWithSpread: price.withSpread,
      source: 'BCB_PTAX',
      quotedAt,
      expiresAt: '2026-11-21T13:00:00.000Z',
    });
  }
}

/** Who receives by PIX there. */
const receiver = { receiverName: 'REPASSE DEMO', receiverDocument: '11222333000181' };

const notSupported = { code: 'fx.currency_not_supported', detail: `Use ${Object.keys(quotes).join(', ')}.` };

/** An amount that is less than a cent of a dollar. */
const leastQuotedMinor = 3;
const belowMinimum = {
  code: 'payment.amount_out_of_range',
  leastAmountMinor: leastQuotedMinor,
  mostAmountMinor: 999_999_999_999,
};

const ok = (body: object): StandInAnswer => ({ status: 200, body });
