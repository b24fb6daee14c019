import { useTexts } from '../texts/texts.tsx';

interface Props {
  /** With two decimals, as the API has it. */
  readonly amount: string | null | undefined;
  readonly currency?: string;
}

/** An amount as the reader's language writes it. Text in, text out: no amount becomes a float that could lose a cent. */
export const Money = ({ amount, currency }: Props) => {
  const money = useMoney();
  return <>{amount === null || amount === undefined ? '–' : money(amount, currency)}</>;
};

/** The same for a sentence that has an amount in it. */
export const useMoney = () => {
  const { locale } = useTexts();
  return (amount: string, currency = 'BRL'): string =>
    new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount as `${number}`);
};
