import { paymentLinkTexts } from '../../texts/payment-links.ts';
import { useTexts } from '../../texts/texts.tsx';

interface Props {
  readonly usesMax?: number | null;
  readonly until?: string | undefined;
}

const usesLimit = 1_000_000;

export const LimitFields = ({ usesMax, until }: Props) => {
  const { locale, words } = useTexts();
  const texts = paymentLinkTexts[locale];
  return (
    <>
      <label>
        {texts.usesMax} ({words.optional})
        <input type="number" name="usesMax" min={1} max={usesLimit} defaultValue={usesMax ?? ''} />
      </label>
      <label>
        {texts.until} ({words.optional})
        <input type="date" name="until" defaultValue={until} />
      </label>
    </>
  );
};
