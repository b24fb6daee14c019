import { type Texts } from './shape.ts';

/** Words of the screens by which money is paid out by hand, and of one payout. */
export interface WithdrawingTexts {
  readonly withdraw: string;
  readonly payout: string;
  readonly of: (userId: number) => string;
  readonly about: string;
  readonly destination: string;
  readonly noDestination: string;
  readonly coinsAbout: string;
  readonly coin: string;
  readonly address: string;
  readonly memo: string;
  readonly reference: string;
  readonly preview: string;
  readonly payable: string;
  readonly leaves: string;
  readonly byMerchant: string;
  readonly left: string;
  readonly needsSecond: (amount: string) => string;
  readonly isBelow: (amount: string) => string;
  readonly isAbove: (amount: string) => string;
  readonly waitsUntil: string;
  readonly follow: string;
  readonly receipt: string;
  readonly release: string;
  readonly refuse: string;
  readonly toRelease: string;
  readonly decidedBy: string;
  readonly states: Readonly<Record<string, string>>;
}

export const withdrawingTexts: Readonly<Record<Texts['locale'], WithdrawingTexts>> = {
  'pt-BR': {
    withdraw: 'Sacar',
    payout: 'Saque',
    of: (userId) => `Do saldo do vendedor ${String(userId)}.`,
    about: 'O valor sai do saldo na hora. Se o saque falhar, volta a ficar disponível.',
    destination: 'Para onde',
    noDestination: 'Este vendedor ainda não tem para onde receber. Adicione um destino na tela dele.',
    coinsAbout:
      'Esta conta não tem cadastro de recebedor, e por isso recebe em moedas. Um endereço errado não tem volta: confira-o.',
    coin: 'Moeda e rede, como USDTBSC',
    address: 'Endereço',
    memo: 'Memo ou tag, se a rede pedir',
    reference: 'Sua referência',
    preview: 'Como fica',
    payable: 'Pode ser sacado agora',
    leaves: 'Sai do saldo',
    byMerchant: 'paga pelo lojista, à parte',
    left: 'Fica disponível',
    needsSecond: (amount) => `Acima de ${amount} o saque espera até que outra pessoa o aprove.`,
    isBelow: (amount) => `O mínimo de um saque é ${amount}.`,
    isAbove: (amount) => `Agora podem sair no máximo ${amount}.`,
    waitsUntil: 'Espera aprovação até',
    follow: 'Acompanhar o saque',
    receipt: 'Comprovante',
    release: 'Aprovar',
    refuse: 'Recusar',
    toRelease: 'Quem pediu não aprova: é preciso outra pessoa.',
    decidedBy: 'Decidido por',
    states: {
      AWAITING_RELEASE: 'O valor já saiu do saldo e espera que outra pessoa aprove.',
      PENDING: 'O dinheiro está a caminho. Esta tela se atualiza sozinha.',
      PAID: 'O dinheiro foi enviado.',
      FAILED: 'Não deu certo. O valor está disponível de novo.',
      CANCELED: 'Ninguém aprovou. O valor está disponível de novo.',
      RETURNED: 'O banco de quem recebe devolveu tudo. O valor está disponível de novo.',
    },
  },
  en: {
    withdraw: 'Pay out',
    payout: 'Payout',
    of: (userId) => `From the balance of seller ${String(userId)}.`,
    about: 'The amount leaves the balance at once. If the payout fails, it is available again.',
    destination: 'Where to',
    noDestination: 'This seller has nowhere to be paid yet. Add a destination on their screen.',
    coinsAbout:
      'This account is not registered as a recipient and is paid in coins. Nothing comes back from a wrong address: check it.',
    coin: 'Coin and network, such as USDTBSC',
    address: 'Address',
    memo: 'Memo or tag, where the network asks for one',
    reference: 'Your reference',
    preview: 'What it comes to',
    payable: 'Can be paid out now',
    leaves: 'Leaves the balance',
    byMerchant: 'paid by the merchant, beside it',
    left: 'Stays available',
    needsSecond: (amount) => `Above ${amount} a payout waits until another person releases it.`,
    isBelow: (amount) => `The least of a payout is ${amount}.`,
    isAbove: (amount) => `At most ${amount} can leave now.`,
    waitsUntil: 'Waits for a release until',
    follow: 'Follow the payout',
    receipt: 'Receipt',
    release: 'Release',
    refuse: 'Refuse',
    toRelease: 'Whoever asked for it cannot release it: that takes another person.',
    decidedBy: 'Decided by',
    states: {
      AWAITING_RELEASE: 'The amount has left the balance and waits for another person’s release.',
      PENDING: 'The money is on its way. This screen keeps itself up to date.',
      PAID: 'The money was sent.',
      FAILED: 'It failed. The amount is available again.',
      CANCELED: 'Nobody released it. The amount is available again.',
      RETURNED: 'The receiver’s bank sent all of it back. The amount is available again.',
    },
  },
};
