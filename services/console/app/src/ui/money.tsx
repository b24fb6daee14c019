import { useTexts } from '../texts/texts.tsx';

interface Props {
  /** With two decimals, as the API has it. */
  readonly amount: string | null | undefined;
  readonly currency?: string;
}

/** An amount as the reader's language writes it. Text in, text out: no amount becomes a float that could lose a cent. */
export const Money = ({ amount, currency = 'BRL' }: Props) => {
  const { locale } = useTexts();
  if (amount === null || amount === undefined) return <>–</>;
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency });
  return <>{format.format(amount as `${number}`)}</>;
};
