import { type Texts } from './shape.ts';

/** Of the merchant's colour, and of the payer's page as the settings show it. */
export interface BrandTexts {
  readonly colour: string;
  readonly chooseColour: string;
  readonly colourHelp: string;
  readonly payTo: string;
  readonly pay: string;
}

export const brandTexts: Readonly<Record<Texts['locale'], BrandTexts>> = {
  'pt-BR': {
    colour: 'Cor da marca, como #0a6b47',
    chooseColour: 'Escolher a cor',
    colourHelp:
      'Os botões ficam desta cor, com texto preto ou branco. Links só a usam onde ela pode ser lida, no claro e no escuro.',
    payTo: 'Valor a pagar',
    pay: 'Pagar',
  },
  en: {
    colour: 'Brand colour, as #0a6b47',
    chooseColour: 'Choose the colour',
    colourHelp:
      'Buttons have this colour, with black or white text. Links have it only where it can be read, in light and in dark.',
    payTo: 'Amount to pay',
    pay: 'Pay',
  },
};
