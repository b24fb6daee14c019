import { type components } from '@repasse/contracts/generated/http/charge';
import { paymentLinkTexts } from '../../texts/payment-links.ts';
import { useTexts } from '../../texts/texts.tsx';
import { useMoney } from '../../ui/money.tsx';

type PaymentLink = components['schemas']['PaymentLink'];

export const PriceOfLink = ({ link: { amount, minAmount, maxAmount } }: { readonly link: PaymentLink }) => {
  const { locale } = useTexts();
  const money = useMoney();
  if (amount !== null) return <>{money(amount)}</>;
  return <>{paymentLinkTexts[locale].between(money(minAmount ?? '0.00'), money(maxAmount ?? '0.00'))}</>;
};
