import { amountCell, momentCell, type CsvColumns, type CsvValue } from '@repasse/values/csv';
import { formatMinor } from '@repasse/values/money';
import { type ChargeView } from '../../store/reads/charges';
import { type AttemptRow } from '../../store/read-rows';
import { shownAt } from '../../store/status-at';
import { type Status } from '../../store/standings';

/** The attempt that paid a charge, as far as a report tells of it. */
export type PayingAttempt = Pick<
  AttemptRow,
  'attempt_id' | 'payment_method' | 'invoice_id' | 'end_to_end_id' | 'checkout_meta'
>;

/** A charge of the list as a row for people who reconcile sales; `attempt` is undefined until it is paid. */
export interface ChargeCsvRow {
  readonly charge: ChargeView;
  readonly attempt: PayingAttempt | undefined;
}

export const chargeRowsOf = (
  charges: readonly ChargeView[],
  attempts: readonly PayingAttempt[],
  now: string,
): readonly ChargeCsvRow[] => {
  const byId = new Map(attempts.map((attempt) => [attempt.attempt_id, attempt]));
  return charges.map((charge) => ({ charge: shownAt(charge, now), attempt: byId.get(charge.paid_attempt_id ?? '') }));
};

const statusTexts: Readonly<Record<Status, string>> = {
  PENDING: 'Pendente',
  PROCESSING: 'Em processamento',
  PAID: 'Paga',
  EXPIRED: 'Expirada',
  CANCELED: 'Cancelada',
  FAILED: 'Falhou',
  REFUNDED: 'Devolvida',
};

const methodTexts: Readonly<Record<AttemptRow['payment_method'], string>> = {
  PIX: 'PIX',
  CREDIT_CARD: 'Cartão de crédito',
  INTERNATIONAL: 'Internacional',
};

/** Column names in Portuguese. */
export const chargeHeadings: Readonly<Record<string, string>> = {
  createdAt: 'Criada em',
  status: 'Situação',
  externalReference: 'Pedido',
  description: 'Descrição',
  payerName: 'Pagador',
  payerEmail: 'E-mail do pagador',
  payerDocument: 'CPF/CNPJ do pagador',
  grossAmount: 'Valor',
  paidAmount: 'Valor pago',
  feeAmount: 'Tarifas',
  netAmount: 'Valor líquido',
  refundedAmount: 'Valor devolvido',
  currency: 'Moeda',
  paymentMethod: 'Meio de pagamento',
  card: 'Cartão',
  paidAt: 'Paga em',
  endToEndId: 'ID fim a fim do PIX',
  invoiceId: 'Fatura',
  id: 'Cobrança',
};

/** The payer is read with the charge, so an erased payer is in no file that is made afterwards. */
export const chargeColumns: CsvColumns<ChargeCsvRow> = {
  createdAt: ({ charge }) => momentCell(charge.created_at),
  status: ({ charge }) => ({ word: charge.status, pt: statusTexts[charge.status] }),
  externalReference: ({ charge }) => charge.external_reference,
  description: ({ charge }) => charge.description,
  payerName: ({ charge }) => charge.payer_name,
  payerEmail: ({ charge }) => charge.payer_email,
  payerDocument: ({ charge }) => documentCell(charge.payer_document),
  grossAmount: ({ charge }) => money(charge.gross_amount_minor),
  paidAmount: ({ charge }) => money(charge.paid_amount_minor),
  feeAmount: ({ charge }) => money(charge.fee_amount_minor),
  netAmount: ({ charge }) => money(charge.net_amount_minor),
  refundedAmount: ({ charge }) => money(charge.refunded_amount_minor),
  currency: ({ charge }) => charge.currency,
  paymentMethod: ({ attempt }) => (attempt ? methodCell(attempt) : null),
  card: ({ attempt }) => cardText(attempt),
  paidAt: ({ charge }) => momentCell(charge.paid_at),
  endToEndId: ({ attempt }) => attempt?.end_to_end_id ?? null,
  invoiceId: ({ attempt }) => attempt?.invoice_id ?? null,
  id: ({ charge }) => charge.charge_id,
};

const money = (minor: number | null): CsvValue => amountCell(minor === null ? null : formatMinor(minor));

const methodCell = ({ payment_method: method }: PayingAttempt): CsvValue => ({ word: method, pt: methodTexts[method] });

const cardText = (attempt: PayingAttempt | undefined): string | null => {
  const meta = attempt?.checkout_meta;
  return meta && 'last4' in meta ? `${meta.brand} ${meta.last4}` : null;
};

/** With its punctuation for people: a spreadsheet takes the zero off a CPF that begins with one. */
const documentCell = (document: string | null): CsvValue =>
  document === null ? null : { word: document, pt: punctuated(document) };

const punctuated = (document: string): string =>
  document.length === 11
    ? document.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4')
    : document.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5');
