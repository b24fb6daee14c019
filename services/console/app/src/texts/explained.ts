import { type Texts } from './shape.ts';

/** Why a share or a fee is as much as it is. Amounts and percentages come as texts of the reader's language. */
export interface ExplainedTexts {
  readonly ownersShare: string;
  readonly ofItReserve: (amount: string) => string;
  readonly ofItHeld: (amount: string) => string;
  readonly ofItUnresolved: (amount: string) => string;
  readonly bySplit: (rules: readonly string[]) => string;
  readonly percentRule: (percent: string, base: string) => string;
  readonly remainderRule: string;
  readonly reduced: (amount: string) => string;
  /** Without a fixed part, where there is none. */
  readonly fee: (percent: string, base: string, fixed: string | undefined) => string;
  readonly limits: Readonly<Record<string, string>>;
}

export const explainedTexts: Readonly<Record<Texts['locale'], ExplainedTexts>> = {
  'pt-BR': {
    ownersShare: 'O que as tarifas e as outras partes deixam do valor bruto, com todos os arredondamentos.',
    ofItReserve: (amount) => `${amount} disso ficam de reserva para contestações.`,
    ofItHeld: (amount) => `${amount} disso eram de recebedores que ninguém conhecia, e esperam ou esperaram por eles.`,
    ofItUnresolved: (amount) => `${amount} disso eram de recebedores que não podiam receber.`,
    bySplit: (rules) => `Pela divisão da cobrança: ${rules.join(', mais ')}.`,
    percentRule: (percent, base) => `${percent} % de ${base}, arredondado para baixo`,
    remainderRule: 'o que as regras deixam',
    reduced: (amount) => `São ${amount} a menos, porque o valor líquido acabou.`,
    fee: (percent, base, fixed) => `${percent} % de ${base}${fixed === undefined ? '' : `, mais ${fixed}`}.`,
    limits: {
      MINIMUM: 'Vale o mínimo da tarifa.',
      MAXIMUM: 'Vale o máximo da tarifa.',
      GROSS_AMOUNT: 'Nenhuma tarifa passa do que foi pago.',
    },
  },
  en: {
    ownersShare: 'What the fees and the other shares leave of the gross amount, every rounding included.',
    ofItReserve: (amount) => `${amount} of it is held back for disputes.`,
    ofItHeld: (amount) => `${amount} of it was for recipients whom nobody knew, and waits or waited for them.`,
    ofItUnresolved: (amount) => `${amount} of it was for recipients who could not receive.`,
    bySplit: (rules) => `By the split of the charge: ${rules.join(', and ')}.`,
    percentRule: (percent, base) => `${percent}% of ${base}, rounded down`,
    remainderRule: 'what the rules leave',
    reduced: (amount) => `It is ${amount} less, because the net amount was used up.`,
    fee: (percent, base, fixed) => `${percent}% of ${base}${fixed === undefined ? '' : `, and ${fixed}`}.`,
    limits: {
      MINIMUM: 'The minimum of the fee was taken instead.',
      MAXIMUM: 'The maximum of the fee was taken instead.',
      GROSS_AMOUNT: 'No fee takes more than was paid.',
    },
  },
};
