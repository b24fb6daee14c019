import { randomUUID } from 'node:crypto';

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** A sale at the acquirer, in the acquirer's own words. */
export interface BookedSale {
  readonly paymentId: string;
  readonly orderId: string;
  readonly amount: number;
  readonly installments: number;
  readonly brand: string;
  readonly maskedNumber: string;
  status: number;
  returnCode: string;
  captured: number;
  voided: number;
  voidedDate: string | undefined;
  readonly extra: Record<string, unknown>;
}

export interface AcquirerBooks {
  readonly sales: BookedSale[];
  salesOf(orderId: string): readonly BookedSale[];
  /** What comes of the next sale, whatever its card says. */
  nextSale(outcome: Partial<Pick<BookedSale, 'status' | 'returnCode' | 'captured' | 'extra'>>): void;
  /** What is answered to the next void instead of doing it. */
  nextVoid(answer: Record<string, unknown>): void;
  canCapture: boolean;
  sell(body: unknown): Answer;
  capture(paymentId: string): Answer;
  void(paymentId: string, amount: number | undefined): Answer;
  read(paymentId: string): Answer;
  find(orderId: string): Answer;
}

interface SaleBody {
  readonly MerchantOrderId: string;
  readonly Payment: {
    readonly Amount: number;
    readonly Installments: number;
    readonly CreditCard: {
      readonly CardNumber?: string;
      readonly CardToken?: string;
      readonly Brand: string;
      readonly SaveCard?: boolean;
    };
  };
}

/** The last digit of the number decides, as in the acquirer's sandbox. */
const deniedWith: Readonly<Record<string, string>> = { 2: '05', 3: '57', 5: '78', 6: '99', 7: '77', 8: '70' };

const refused = (code: number): Answer => ({ status: 400, body: [{ Code: code, Message: 'Recusado' }] });

/** As much of API E-commerce 3.0 as the gateway uses. */
export const createAcquirerBooks = (): AcquirerBooks => {
  const sales: BookedSale[] = [];
  const outcomes: Partial<BookedSale>[] = [];
  const voidAnswers: Record<string, unknown>[] = [];
  const savedNumbers = new Map<string, string>();
  const withSale = (paymentId: string, act: (sale: BookedSale) => Answer): Answer => {
    const sale = sales.find((each) => each.paymentId === paymentId);
    return sale === undefined ? { status: 404, body: '' } : act(sale);
  };

  const books: AcquirerBooks = {
    sales,
    salesOf: (orderId) => sales.filter((each) => each.orderId === orderId),
    nextSale: (outcome) => void outcomes.push(outcome),
    nextVoid: (answer) => void voidAnswers.push(answer),
    canCapture: true,
    sell: (body) => {
      const { CardNumber, CardToken, SaveCard } = (body as SaleBody).Payment.CreditCard;
      const number = CardNumber ?? savedNumbers.get(CardToken ?? '');
      if (number === undefined) return refused(130);
      // As the real one does: a number that cannot be one is a fault of the request.
      if (!/^\d{13,19}$/.test(number)) return refused(126);
      const sale = { ...newSale(body as SaleBody, number), ...outcomes.shift() };
      sales.push(sale);
      if (SaveCard !== true || sale.status > 2) return { status: 201, body: describe(sale) };
      const cardToken = randomUUID();
      savedNumbers.set(cardToken, number);
      return { status: 201, body: describe(sale, { SaveCard: true, CardToken: cardToken }) };
    },
    capture: (paymentId) =>
      withSale(paymentId, (sale) => {
        if (sale.status !== 1 || !books.canCapture) return refused(308);
        Object.assign(sale, { status: 2, captured: sale.amount });
        return { status: 200, body: { Status: 2, ReturnCode: '6', ReturnMessage: 'Operation Successful', Links: [] } };
      }),
    void: (paymentId, amount) =>
      withSale(paymentId, (sale) => {
        const instead = voidAnswers.shift();
        return instead === undefined ? voided(sale, amount ?? sale.amount) : { status: 200, body: instead };
      }),
    read: (paymentId) => withSale(paymentId, (sale) => ({ status: 200, body: describe(sale) })),
    find: (orderId) => {
      const found = books.salesOf(orderId);
      if (found.length === 0) return { status: 404, body: '' };
      const listed = found.map((each) => ({ PaymentId: each.paymentId, ReceveidDate: '2026-11-21T09:03:10.36' }));
      return { status: 200, body: { Payment: listed } };
    },
  };
  return books;
};

const newSale = ({ MerchantOrderId, Payment }: SaleBody, number: string): BookedSale => {
  const { Brand } = Payment.CreditCard;
  const returnCode = deniedWith[number.slice(-1)];
  return {
    paymentId: randomUUID(),
    orderId: MerchantOrderId,
    amount: Payment.Amount,
    installments: Payment.Installments,
    brand: Brand,
    maskedNumber: `${number.slice(0, 6)}******${number.slice(-4)}`,
    status: returnCode === undefined ? 2 : 3,
    returnCode: returnCode ?? '6',
    captured: returnCode === undefined ? Payment.Amount : 0,
    voided: 0,
    voidedDate: undefined,
    extra: {},
  };
};

/** In full the Status changes; in part it stays, and only the running sum tells. */
const voided = (sale: BookedSale, amount: number): Answer => {
  const most = sale.status === 1 ? sale.amount : sale.captured - sale.voided;
  if (sale.status !== 1 && sale.status !== 2) return refused(309);
  if (amount > most) return { status: 200, body: { Status: sale.status, ReturnCode: '102', ReturnMessage: 'Acima' } };
  const isWhole = amount === sale.amount || sale.voided + amount === sale.captured;
  sale.voided += amount;
  // Long enough ago that the next may follow.
  sale.voidedDate = '2026-11-21T12:00:05';
  if (isWhole) sale.status = 10;
  const [returnCode, message] = isWhole ? ['9', 'Operation Successful'] : ['0', 'Partial'];
  return { status: 200, body: { Status: sale.status, ReturnCode: returnCode, ReturnMessage: message, Links: [] } };
};

/** What a card is saved as is told by the answer to its sale, and not to who reads the sale. */
const describe = (sale: BookedSale, saved: object = {}): object => ({
  MerchantOrderId: sale.orderId,
  Customer: { Name: 'Fulana de Tal' },
  Payment: {
    ServiceTaxAmount: 0,
    Installments: sale.installments,
    Interest: 'ByMerchant',
    Capture: true,
    CreditCard: {
      CardNumber: sale.maskedNumber,
      Holder: 'FULANA DE TAL',
      Brand: sale.brand,
      SaveCard: false,
      ...saved,
    },
    Tid: '1006993069000509C27A',
    ProofOfSale: '509',
    PaymentId: sale.paymentId,
    Type: 'CreditCard',
    Amount: sale.amount,
    ReceivedDate: '2026-11-21 09:03:09',
    ...(sale.captured > 0 ? { CapturedAmount: sale.captured, CapturedDate: '2026-11-21 09:03:10' } : {}),
    ...(sale.voided > 0 ? { VoidedAmount: sale.voided, VoidedDate: sale.voidedDate } : {}),
    Currency: 'BRL',
    Country: 'BRA',
    Status: sale.status,
    ReturnCode: sale.returnCode,
    ReturnMessage: 'Mensagem',
    Links: [],
    ...sale.extra,
  },
});
