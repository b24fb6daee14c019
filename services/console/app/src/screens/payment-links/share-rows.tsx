import { useState } from 'react';
import { paymentLinkTexts } from '../../texts/payment-links.ts';
import { useTexts } from '../../texts/texts.tsx';
import { NamedSelect } from '../../ui/named-select.tsx';

/** As many as the API takes. */
const rowsMax = 100;

export const ShareRows = () => {
  const { locale } = useTexts();
  const texts = paymentLinkTexts[locale];
  const [count, setCount] = useState(0);
  return (
    <fieldset>
      <legend>{texts.shares}</legend>
      {Array.from({ length: count }, (_, at) => (
        <ShareRow key={at} at={at} />
      ))}
      {count < rowsMax && (
        <button type="button" onClick={() => setCount(count + 1)}>
          {texts.addShare}
        </button>
      )}
    </fieldset>
  );
};

const ShareRow = ({ at }: { readonly at: number }) => {
  const { locale, fields } = useTexts();
  const texts = paymentLinkTexts[locale];
  const [kind, setKind] = useState('PERCENT');
  const names = { PERCENT: texts.percentShare, FIXED: texts.fixedPrice };
  const pattern = kind === 'FIXED' ? String.raw`(0|[1-9]\d{0,9})[.,]\d{2}` : String.raw`\d{1,3}([.,]\d{1,2})?`;
  return (
    <div className="filters">
      <label>
        {fields.email}
        <input type="email" name={`recipientEmail-${String(at)}`} maxLength={254} />
      </label>
      <NamedSelect
        name={`kind-${String(at)}`}
        label={fields.kind}
        values={['PERCENT', 'FIXED']}
        names={names}
        onChoose={setKind}
      />
      <label>
        {kind === 'FIXED' ? `${fields.amount} (R$)` : `${fields.share} (%)`}
        <input name={`value-${String(at)}`} inputMode="decimal" pattern={pattern} />
      </label>
    </div>
  );
};
