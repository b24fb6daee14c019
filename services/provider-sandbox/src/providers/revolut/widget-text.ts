import { formatAmount } from '@repasse/values/money';
import { type OrderState } from './order';

export type WidgetLocale = 'pt' | 'en';

/** Revolut's SDK knows 'pt' and not 'pt-BR'; whatever begins so is meant. */
export const localeOf = (text: unknown): WidgetLocale =>
  typeof text === 'string' && text.toLowerCase().startsWith('pt') ? 'pt' : 'en';

export const widgetText = (locale: WidgetLocale): WidgetText => texts[locale];

export interface WidgetText {
  readonly title: string;
  readonly sandbox: string;
  readonly number: string;
  readonly expiry: string;
  readonly cvv: string;
  readonly name: string;
  readonly pay: string;
  readonly cancel: string;
  readonly busy: string;
  readonly unreachable: string;
  readonly testCards: string;
  readonly invalid: Readonly<Record<'number' | 'expiry' | 'cvv', string>>;
  /** The message for each state of an order: after it was paid here, or because it cannot be paid. */
  readonly states: Readonly<Record<OrderState, string>>;
  readonly reasons: Readonly<Record<string, string>>;
  readonly declined: string;
}

const texts: Readonly<Record<WidgetLocale, WidgetText>> = {
  pt: {
    title: 'Pagamento internacional',
    sandbox: 'Simulação da Revolut: nenhum dinheiro é movimentado.',
    number: 'Número do cartão',
    expiry: 'Validade (MM/AA)',
    cvv: 'CVV',
    name: 'Nome no cartão',
    pay: 'Pagar',
    cancel: 'Cancelar',
    busy: 'Processando…',
    unreachable: 'Sem resposta. Tente de novo.',
    testCards: 'Cartões de teste',
    invalid: {
      number: 'Confira o número do cartão.',
      expiry: 'Confira a validade.',
      cvv: 'Três ou quatro dígitos.',
    },
    states: {
      pending: 'Aguardando pagamento.',
      processing: 'O pagamento está em processamento.',
      authorised: 'Pagamento autorizado.',
      completed: 'Pagamento aprovado.',
      cancelled: 'Este pagamento foi cancelado.',
      failed: 'Este pagamento expirou.',
    },
    reasons: {
      insufficient_funds: 'Saldo insuficiente.',
      expired_card: 'Cartão vencido.',
      do_not_honour: 'O banco emissor não autorizou.',
      customer_challenge_failed: 'A autenticação 3-D Secure falhou.',
      unknown_card: 'Este não é um cartão de teste.',
    },
    declined: 'Pagamento recusado.',
  },
  en: {
    title: 'International payment',
    sandbox: 'A simulation of Revolut: no money is moved.',
    number: 'Card number',
    expiry: 'Expiry (MM/YY)',
    cvv: 'CVV',
    name: 'Name on card',
    pay: 'Pay',
    cancel: 'Cancel',
    busy: 'Processing…',
    unreachable: 'No answer. Try again.',
    testCards: 'Test cards',
    invalid: {
      number: 'Check the card number.',
      expiry: 'Check the expiry date.',
      cvv: 'Three or four digits.',
    },
    states: {
      pending: 'Waiting for payment.',
      processing: 'The payment is being processed.',
      authorised: 'Payment authorised.',
      completed: 'Payment approved.',
      cancelled: 'This payment was cancelled.',
      failed: 'This payment has expired.',
    },
    reasons: {
      insufficient_funds: 'Insufficient funds.',
      expired_card: 'The card has expired.',
      do_not_honour: 'The issuing bank did not authorise it.',
      customer_challenge_failed: '3-D Secure authentication failed.',
      unknown_card: 'This is not a test card.',
    },
    declined: 'Payment declined.',
  },
};

/** EUR 150,00 where a comma is read. */
export const amountText = (amountMinor: number, currency: string, locale: WidgetLocale): string => {
  const text = formatAmount(amountMinor, currency);
  return `${currency} ${locale === 'pt' ? text.replace('.', ',') : text}`;
};
