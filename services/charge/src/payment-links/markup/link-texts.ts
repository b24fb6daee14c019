import { type Locale } from '@repasse/checkout-kit/both-sides/locale';
import { type LinkStatus } from '../link';

export interface LinkTexts {
  readonly amount: string;
  /** With {min} and {max}. */
  readonly between: string;
  /** With {min} and {max}. */
  readonly fault: string;
  readonly goOn: string;
  readonly missing: Ending;
  readonly endings: Readonly<Record<Exclude<LinkStatus, 'OPEN'>, Ending>>;
}

interface Ending {
  readonly title: string;
  readonly text: string;
}

const pt: LinkTexts = {
  amount: 'Quanto você quer pagar?',
  between: 'De {min} a {max}, por exemplo 50,00',
  fault: 'Digite um valor de {min} a {max}, por exemplo 50,00, sem ponto de milhar.',
  goOn: 'Continuar para o pagamento',
  missing: { title: 'Link não encontrado', text: 'Confira o endereço ou peça um novo link à loja.' },
  endings: {
    INACTIVE: { title: 'Este link foi desativado', text: 'A loja não recebe mais pagamentos por ele.' },
    ENDED: { title: 'Este link terminou', text: 'O prazo para pagar por ele acabou. Fale com a loja.' },
    SOLD_OUT: { title: 'Esgotado', text: 'Não há mais vagas ou unidades neste link. Fale com a loja.' },
  },
};

const en: LinkTexts = {
  amount: 'How much do you want to pay?',
  between: 'From {min} to {max}, such as 50.00',
  fault: 'Type an amount from {min} to {max}, such as 50.00, without separators of thousands.',
  goOn: 'Go on to the payment',
  missing: { title: 'No such link', text: 'Check the address, or ask the shop for a new link.' },
  endings: {
    INACTIVE: { title: 'This link was closed', text: 'The shop takes no more payments by it.' },
    ENDED: { title: 'This link has ended', text: 'The time to pay by it is over. Ask the shop.' },
    SOLD_OUT: { title: 'Sold out', text: 'There is nothing left by this link. Ask the shop.' },
  },
};

export const linkTextsFor = (locale: Locale): LinkTexts => (locale === 'pt' ? pt : en);
