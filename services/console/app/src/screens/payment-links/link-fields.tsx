import { useState } from 'react';
import { paymentLinkTexts } from '../../texts/payment-links.ts';
import { useTexts } from '../../texts/texts.tsx';
import { AmountField } from '../../ui/amount-field.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { NamedSelect } from '../../ui/named-select.tsx';
import { methods } from './link-form.ts';
import { LimitFields } from './limit-fields.tsx';
import { ShareRows } from './share-rows.tsx';

/** As on creation; later only stock and end can be changed. */
export const LinkFields = () => {
  const { locale, words, chargeFilters } = useTexts();
  const texts = paymentLinkTexts[locale];
  return (
    <>
      <label>
        {texts.title}
        <input name="title" required maxLength={120} />
      </label>
      <PriceFields />
      <fieldset>
        <legend>{texts.methods}</legend>
        {methods.map((method) => (
          <Checkbox key={method} name={`method-${method}`} label={chargeFilters[method]} isTicked={false} />
        ))}
      </fieldset>
      <LimitFields />
      <ShareRows />
      <label>
        {texts.redirectUrl} ({words.optional})
        <input type="url" name="redirectUrl" maxLength={2048} />
      </label>
    </>
  );
};

const PriceFields = () => {
  const { locale, fields } = useTexts();
  const texts = paymentLinkTexts[locale];
  const [price, setPrice] = useState('FIXED');
  const names = { FIXED: texts.fixedPrice, OPEN: texts.openPrice };
  return (
    <>
      <NamedSelect name="price" label={texts.price} values={['FIXED', 'OPEN']} names={names} onChoose={setPrice} />
      {price === 'FIXED' ? (
        <AmountField name="amount" label={`${fields.amount} (R$)`} isRequired />
      ) : (
        <>
          <AmountField name="minAmount" label={`${texts.minAmount} (R$)`} isRequired />
          <AmountField name="maxAmount" label={`${texts.maxAmount} (R$)`} isRequired />
        </>
      )}
    </>
  );
};
