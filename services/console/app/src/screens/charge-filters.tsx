import { useTexts } from '../texts/texts.tsx';
import { Choice } from '../ui/choice.tsx';
import { DaysFields } from '../ui/days-fields.tsx';
import { Field } from '../ui/field.tsx';
import { type Search } from './use-filters.ts';

interface Props {
  readonly filters: Search;
}

const methods = ['PIX', 'CREDIT_CARD', 'INTERNATIONAL'];
const marks = ['hasRefund', 'hasDispute', 'hasHeldMoney'] as const;

/** Beside the status: what is asked for daily in sight, the rest behind one click, open while it filters. */
export const ChargeFilters = ({ filters }: Props) => {
  const { fields, words, chargeFilters } = useTexts();
  const isRareUsed = rare.some((name) => filters[name] !== undefined);
  return (
    <>
      <DaysFields filters={filters} />
      <Field name="externalReference" label={fields.reference} value={filters['externalReference']} maxLength={128} />
      <details open={isRareUsed}>
        <summary>{words.moreFilters}</summary>
        <div className="filters">
          <Field name="paidFrom" label={chargeFilters.paidFrom} value={filters['paidFrom']} type="date" />
          <Field name="paidTo" label={chargeFilters.paidTo} value={filters['paidTo']} type="date" />
          <Choice
            name="method"
            label={fields.method}
            values={methods}
            texts={chargeFilters}
            chosen={filters['method']}
          />
          <Field name="minAmount" label={chargeFilters.minAmount} value={filters['minAmount']} inputMode="decimal" />
          <Field name="maxAmount" label={chargeFilters.maxAmount} value={filters['maxAmount']} inputMode="decimal" />
          <Field
            name="payerDocument"
            label={chargeFilters.payerDocument}
            value={filters['payerDocument']}
            maxLength={18}
          />
          <Field name="payerEmail" label={chargeFilters.payerEmail} value={filters['payerEmail']} maxLength={254} />
          <Field
            name="recipientId"
            label={chargeFilters.recipientId}
            value={filters['recipientId']}
            inputMode="numeric"
          />
          <Field
            name="paymentLinkId"
            label={chargeFilters.paymentLinkId}
            value={filters['paymentLinkId']}
            maxLength={64}
          />
          {marks.map((name) => (
            <Mark key={name} name={name} filters={filters} />
          ))}
          <Order filters={filters} />
        </div>
      </details>
    </>
  );
};

const rare = [
  ...['paidFrom', 'paidTo', 'method', 'minAmount', 'maxAmount', 'payerDocument', 'payerEmail', 'recipientId'],
  ...['paymentLinkId', ...marks, 'orderBy', 'order'],
];

const Mark = ({ name, filters }: Props & { readonly name: (typeof marks)[number] }) => {
  const { words, chargeFilters } = useTexts();
  const texts = { true: words.yes, false: words.no };
  return (
    <Choice name={name} label={chargeFilters[name]} values={['true', 'false']} texts={texts} chosen={filters[name]} />
  );
};

/** Without a choice the newest come first. */
const Order = ({ filters }: Props) => {
  const { chargeFilters } = useTexts();
  const of = (name: string, values: readonly string[]) => ({
    name,
    values,
    texts: chargeFilters,
    chosen: filters[name],
  });
  return (
    <>
      <Choice {...of('orderBy', ['CREATED_AT', 'PAID_AT', 'AMOUNT'])} label={chargeFilters.orderBy} none="—" />
      <Choice {...of('order', ['DESC', 'ASC'])} label={chargeFilters.order} none="—" />
    </>
  );
};
