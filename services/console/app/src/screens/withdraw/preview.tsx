import { type ReactNode } from 'react';
import { formatMinor } from '@repasse/values/money';
import { useTexts } from '../../texts/texts.tsx';
import { withdrawingTexts } from '../../texts/withdrawing.ts';
import { Facts } from '../../ui/facts.tsx';
import { Money, useMoney } from '../../ui/money.tsx';
import { type Preview } from './preview-of.ts';

interface Props {
  readonly amountCents: number;
  readonly preview: Preview;
}

/** What leaves, what the fee is, what arrives and what stays, before anything is done. */
export const PreviewOfPayout = ({ amountCents, preview }: Props) => {
  const { fields, locale } = useTexts();
  const texts = withdrawingTexts[locale];
  const { feeCents, isFeeOfManager, arrivesCents, payableCents, leftCents } = preview;
  return (
    <section aria-live="polite">
      <h2>{texts.preview}</h2>
      <Facts
        facts={[
          ...fact(texts.payable, payableCents),
          ...fact(texts.leaves, amountCents),
          [fields.fee, <FeeText key="fee" cents={feeCents} suffix={isFeeOfManager ? texts.byMerchant : undefined} />],
          ...fact(fields.arrives, arrivesCents),
          ...fact(texts.left, leftCents !== undefined && leftCents < 0 ? undefined : leftCents),
        ]}
      />
      {amountCents > 0 && <Notes preview={preview} />}
    </section>
  );
};

const fact = (name: string, cents: number | undefined): readonly (readonly [string, ReactNode])[] =>
  cents === undefined ? [] : [[name, <Money key={name} amount={formatMinor(cents)} />]];

const FeeText = ({ cents, suffix }: { readonly cents: number; readonly suffix: string | undefined }) => (
  <>
    <Money amount={formatMinor(cents)} />
    {suffix !== undefined && ` (${suffix})`}
  </>
);

const Notes = ({ preview }: Pick<Props, 'preview'>) => {
  const texts = withdrawingTexts[useTexts().locale];
  const money = useMoney();
  const { isBelow, isAbove, minimumCents, feeCents, isFeeOfManager, payableCents = 0 } = preview;
  const { needsSecondAboveCents: second } = preview;
  const least = Math.max(minimumCents ?? 1, isFeeOfManager ? 1 : feeCents + 1);
  return (
    <>
      {isBelow && <p className="notice after">{texts.isBelow(money(formatMinor(least)))}</p>}
      {isAbove && <p className="notice after">{texts.isAbove(money(formatMinor(payableCents)))}</p>}
      {second !== undefined && <p className="notice after">{texts.needsSecond(money(formatMinor(second)))}</p>}
    </>
  );
};
