import { type components } from '@repasse/contracts/generated/http/charge';

/** The words of the home screen, and of the money of sellers. */
export interface HomeTexts {
  readonly today: string;
  readonly month: string;
  readonly byMethod: string;
  readonly paid: string;
  readonly paidCharges: string;
  readonly refunded: string;
  readonly failed: string;
  readonly nothingPaid: string;
  readonly firstSteps: string;
  readonly makeKey: string;
  readonly askForKey: string;
  readonly makeCharge: string;
  readonly payCharge: string;
  readonly seeCharge: string;
  readonly lastPayout: string;
  readonly attention: Readonly<Record<components['schemas']['AttentionCount']['kind'], string>>;
}

export const homeEn: HomeTexts = {
  today: 'Today',
  month: 'Paid in the last 30 days',
  byMethod: 'The last 30 days by method',
  paid: 'Paid',
  paidCharges: 'Paid charges',
  refunded: 'Refunded',
  failed: 'Failed attempts',
  nothingPaid: 'Nothing was paid in the last 30 days.',
  firstSteps: 'First steps',
  makeKey: 'Make an API key',
  askForKey: 'Have an owner or developer of the team make an API key',
  makeCharge:
    'Make a charge with it by the API. In the sandbox, this command of clients/cli makes one and has it paid:',
  payCharge:
    'Another one you pay yourself: its answer has a checkoutUrl, the page of the payer; open it and pay in the sandbox.',
  seeCharge: 'See what became of it',
  lastPayout: 'Latest payout',
  attention: {
    HELD_PAYMENTS: 'Held money that waits for a decision',
    FAILED_REFUNDS: 'Refunds that failed in the last 30 days',
    OPEN_DISPUTES: 'Open disputes',
    FAILED_PAYOUTS: 'Payouts that failed in the last 30 days',
    PAYOUTS_TO_RELEASE: 'Payouts that wait for a second person',
    EXHAUSTED_DELIVERIES: 'Webhooks given up in the last 30 days',
    FAILING_ENDPOINTS: 'Webhook endpoints that fail',
    STOPPED_ENDPOINTS: 'Webhook endpoints switched off for failing',
    EXPIRING_KEYS: 'API keys that end within 30 days',
  },
};

export const homePt: HomeTexts = {
  today: 'Hoje',
  month: 'Pago nos últimos 30 dias',
  byMethod: 'Os últimos 30 dias por meio de pagamento',
  paid: 'Pago',
  paidCharges: 'Cobranças pagas',
  refunded: 'Devolvido',
  failed: 'Tentativas que falharam',
  nothingPaid: 'Nada foi pago nos últimos 30 dias.',
  firstSteps: 'Primeiros passos',
  makeKey: 'Crie uma chave de API',
  askForKey: 'Peça uma chave de API a um responsável ou desenvolvedor da equipe',
  makeCharge: 'Crie uma cobrança com ela, pela API. No sandbox, este comando de clients/cli cria uma e a paga:',
  payCharge:
    'Outra você mesmo paga: a resposta traz checkoutUrl, a página de quem paga; abra o endereço e pague no sandbox.',
  seeCharge: 'Veja o que aconteceu com ela',
  lastPayout: 'Último saque',
  attention: {
    HELD_PAYMENTS: 'Valores retidos que esperam uma decisão',
    FAILED_REFUNDS: 'Devoluções que falharam nos últimos 30 dias',
    OPEN_DISPUTES: 'Contestações abertas',
    FAILED_PAYOUTS: 'Saques que falharam nos últimos 30 dias',
    PAYOUTS_TO_RELEASE: 'Saques que esperam uma segunda pessoa',
    EXHAUSTED_DELIVERIES: 'Webhooks abandonados nos últimos 30 dias',
    FAILING_ENDPOINTS: 'Endereços de webhook que falham',
    STOPPED_ENDPOINTS: 'Endereços de webhook desligados por falhar',
    EXPIRING_KEYS: 'Chaves de API que acabam em 30 dias',
  },
};
