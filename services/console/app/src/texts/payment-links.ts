import { type Texts } from './shape.ts';

export interface PaymentLinkTexts {
  readonly about: string;
  readonly empty: string;
  readonly make: string;
  readonly title: string;
  readonly price: string;
  readonly fixedPrice: string;
  readonly openPrice: string;
  readonly minAmount: string;
  readonly maxAmount: string;
  readonly between: (least: string, most: string) => string;
  readonly methods: string;
  readonly uses: string;
  readonly usesMax: string;
  readonly usesOf: (taken: number, most: number | null) => string;
  readonly until: string;
  readonly redirectUrl: string;
  readonly shares: string;
  readonly addShare: string;
  readonly percentShare: string;
  readonly made: string;
  readonly paid: string;
  readonly paidAmount: string;
  readonly address: string;
  readonly charges: string;
  readonly close: string;
  readonly reopen: string;
  readonly limits: string;
  readonly limitsAbout: string;
  readonly statuses: Readonly<Record<string, string>>;
}

export const paymentLinkTexts: Readonly<Record<Texts['locale'], PaymentLinkTexts>> = {
  'pt-BR': {
    about: 'Um endereço pelo qual muitos pagam. Cada pagador recebe uma cobrança própria.',
    empty: 'Ainda não há links. Crie um e envie o endereço dele a quem vai pagar.',
    make: 'Criar link de pagamento',
    title: 'O que é pago',
    price: 'Preço',
    fixedPrice: 'Fixo',
    openPrice: 'O pagador escolhe',
    minAmount: 'No mínimo',
    maxAmount: 'No máximo',
    between: (least, most) => `de ${least} a ${most}`,
    methods: 'Formas de pagamento (nenhuma marcada: todas)',
    uses: 'Usos',
    usesMax: 'Quantos podem pagar',
    usesOf: (taken, most) => (most === null ? `${String(taken)}, sem limite` : `${String(taken)} de ${String(most)}`),
    until: 'Até o fim do dia',
    redirectUrl: 'Página para onde o pagador vai depois',
    shares: 'Partes de outros',
    addShare: 'Adicionar uma parte',
    percentShare: 'Porcentagem do líquido',
    made: 'Cobranças criadas',
    paid: 'Cobranças pagas',
    paidAmount: 'Recebido',
    address: 'Endereço para os pagadores',
    charges: 'Cobranças deste link',
    close: 'Fechar o link',
    reopen: 'Abrir de novo',
    limits: 'Estoque e prazo',
    limitsAbout: 'Vazio é sem limite. Cobranças já criadas continuam valendo.',
    statuses: { OPEN: 'Aberto', INACTIVE: 'Fechado', ENDED: 'Terminou', SOLD_OUT: 'Esgotado' },
  },
  en: {
    about: 'One address by which many pay. Each payer gets a charge of their own.',
    empty: 'There are no links yet. Create one, and send its address to those who shall pay.',
    make: 'Create a payment link',
    title: 'What is paid for',
    price: 'Price',
    fixedPrice: 'Fixed',
    openPrice: 'The payer chooses',
    minAmount: 'At least',
    maxAmount: 'At most',
    between: (least, most) => `${least} to ${most}`,
    methods: 'Ways to pay (none ticked: all)',
    uses: 'Uses',
    usesMax: 'How many can pay',
    usesOf: (taken, most) => (most === null ? `${String(taken)}, no limit` : `${String(taken)} of ${String(most)}`),
    until: 'Until the end of the day',
    redirectUrl: 'Page where the payer goes afterwards',
    shares: 'Shares of others',
    addShare: 'Add a share',
    percentShare: 'Percentage of the net amount',
    made: 'Charges made',
    paid: 'Charges paid',
    paidAmount: 'Received',
    address: 'Address for payers',
    charges: 'Charges of this link',
    close: 'Close the link',
    reopen: 'Open it again',
    limits: 'Stock and end',
    limitsAbout: 'Empty is without a limit. Charges that were made stay payable.',
    statuses: { OPEN: 'Open', INACTIVE: 'Closed', ENDED: 'Ended', SOLD_OUT: 'Sold out' },
  },
};
