import { type Texts } from './shape.ts';

export interface SandboxTexts {
  readonly about: string;
  readonly shared: string;
  readonly mailbox: string;
  readonly mailboxAbout: string;
  readonly pay: string;
  readonly payAbout: string;
  readonly payHere: string;
  readonly payAgain: string;
  readonly payNow: string;
  readonly attempt: string;
  readonly amount: string;
  readonly amountHelp: string;
  readonly force: string;
  readonly outcome: string;
  readonly outcomes: Readonly<Record<string, string>>;
  readonly noCode: string;
  readonly makeCode: string;
  readonly nothingWaits: string;
  readonly makeCharge: string;
  readonly sent: string;
  readonly dispute: string;
  readonly cards: string;
  readonly providers: string;
  readonly providersAbout: string;
  readonly behaviours: Readonly<
    Record<'calm' | 'slow' | 'failing' | 'silent' | 'lost' | 'forgetful' | 'other', string>
  >;
  readonly providerNames: Readonly<Record<string, string>>;
  readonly calmAll: string;
  readonly refunds: string;
  readonly payouts: string;
  readonly endings: Readonly<Record<string, string>>;
  readonly clock: string;
  readonly clockAbout: string;
  readonly itIs: string;
  readonly ahead: Readonly<Record<'hour' | 'day' | 'week' | 'month', string>>;
  readonly firstStep: string;
}

export const sandboxTexts: Readonly<Record<Texts['locale'], SandboxTexts>> = {
  'pt-BR': {
    about:
      'Os provedores daqui são simulados e nenhum dinheiro é de verdade. Aqui você faz o papel do pagador e dos provedores.',
    shared: 'Provedores e relógio são um só para todos que usam este sandbox: o que você muda aqui, todos veem.',
    mailbox: 'Abrir a caixa de correio',
    mailboxAbout: 'Os e-mails que este sistema envia, como convites e senhas novas, de todos que usam o sandbox.',
    pay: 'Pagar',
    payAbout: 'Cobranças que esperam o pagador. Com cartão se paga na página da cobrança, com um cartão de teste.',
    payHere: 'Pagar no sandbox',
    payAgain: 'Pagar de novo no sandbox',
    payNow: 'Pagar',
    attempt: 'Forma de pagamento',
    amount: 'Outro valor',
    amountHelp: 'vazio paga o que foi pedido',
    force: 'Pagar mesmo se já foi paga, expirou ou foi cancelada',
    outcome: 'O que acontece',
    outcomes: {
      paid: 'É paga',
      declined: 'É recusada',
      failed: 'Falha',
      processing: 'Fica em processamento',
    },
    noCode: 'Esta cobrança ainda não tem código PIX nem pedido internacional: escolha a forma na página do pagador.',
    makeCode: 'Gerar código PIX',
    nothingWaits: 'Nenhuma cobrança espera. Crie uma e pague-a: é o caminho até o primeiro pagamento.',
    makeCharge: 'Criar uma cobrança de R$ 10,00',
    sent: 'Pago no sandbox. A cobrança fica sabendo em instantes.',
    dispute: 'Contestar no sandbox',
    cards:
      'Cartões de teste: 4024 0071 0000 0040 aprova, 4024 0071 0151 0062 não tem saldo. Qualquer validade futura e código.',
    providers: 'Provedores',
    providersAbout: 'Como cada provedor se comporta. A cobrança, a devolução e o saque seguem seu caminho mesmo assim.',
    behaviours: {
      calm: 'Normal',
      slow: 'Lento (3 s)',
      failing: 'Recusa tudo (503)',
      silent: 'Faz e não responde',
      lost: 'Não faz e não responde',
      forgetful: 'Não avisa de nada',
      other: 'Outro (pela API)',
    },
    providerNames: {
      pix: 'Banco PIX',
      international: 'Internacional',
      card: 'Cartões',
      crypto: 'Criptomoedas',
      fx: 'Câmbio',
      verification: 'Verificação de vendedores',
    },
    calmAll: 'Todos normais',
    refunds: 'Como terminam as devoluções',
    payouts: 'Como terminam os saques por PIX',
    endings: {
      settled: 'Concluídos',
      failed: 'Falham',
      pending: 'Ficam em andamento',
      declined: 'Recusados na hora',
    },
    clock: 'Relógio',
    clockAbout:
      'Avance o tempo para ver cobranças expirarem, valores ficarem disponíveis e saques rodarem. Não volta, e sessões e chaves com prazo podem terminar.',
    itIs: 'No sandbox são',
    ahead: { hour: '1 hora', day: '1 dia', week: '7 dias', month: '31 dias' },
    firstStep: 'Crie uma cobrança e pague-a no sandbox',
  },
  en: {
    about: 'The providers here are simulated, and no money is real. Here you play the payer and the providers.',
    shared: 'Providers and clock are one for everybody who shares this sandbox: all of them see what you change here.',
    mailbox: 'Open the mailbox',
    mailboxAbout:
      'The mail that this system sends, as invitations and new passwords, of everybody who shares the sandbox.',
    pay: 'Pay',
    payAbout: 'Charges that wait for their payer. Cards pay on the charge’s page, with a test card.',
    payHere: 'Pay it in the sandbox',
    payAgain: 'Pay it again in the sandbox',
    payNow: 'Pay',
    attempt: 'Method',
    amount: 'Another amount',
    amountHelp: 'empty pays what is asked for',
    force: 'Pay even if it is paid, expired or canceled already',
    outcome: 'What happens',
    outcomes: { paid: 'It is paid', declined: 'It is declined', failed: 'It fails', processing: 'It stays in process' },
    noCode: 'This charge has no PIX code and no international order yet: choose a method on the payer’s page.',
    makeCode: 'Make a PIX code',
    nothingWaits: 'No charge waits. Make one and pay it: that is the way to the first payment.',
    makeCharge: 'Make a charge of R$ 10.00',
    sent: 'Paid in the sandbox. The charge hears of it in a moment.',
    dispute: 'Dispute it in the sandbox',
    cards:
      'Test cards: 4024 0071 0000 0040 is approved, 4024 0071 0151 0062 has no funds. Any later expiry and any code.',
    providers: 'Providers',
    providersAbout: 'How each provider behaves. Charges, refunds and payouts find their way all the same.',
    behaviours: {
      calm: 'As usual',
      slow: 'Slow (3 s)',
      failing: 'Refuses everything (503)',
      silent: 'Acts and does not answer',
      lost: 'Neither acts nor answers',
      forgetful: 'Tells us of nothing',
      other: 'Other (by its API)',
    },
    providerNames: {
      pix: 'PIX bank',
      international: 'International',
      card: 'Cards',
      crypto: 'Crypto',
      fx: 'Exchange rates',
      verification: 'Verification of sellers',
    },
    calmAll: 'All as usual',
    refunds: 'How refunds end',
    payouts: 'How payouts by PIX end',
    endings: { settled: 'Done', failed: 'They fail', pending: 'They stay under way', declined: 'Refused at once' },
    clock: 'Clock',
    clockAbout:
      'Move time forward to see charges expire, money become available and payouts run. It does not go back, and sessions and keys that end may end.',
    itIs: 'In the sandbox it is',
    ahead: { hour: '1 hour', day: '1 day', week: '7 days', month: '31 days' },
    firstStep: 'Make a charge and pay it in the sandbox',
  },
};
