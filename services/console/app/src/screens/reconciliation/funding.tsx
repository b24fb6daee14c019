import { type components } from '@repasse/contracts/generated/http/payment-gateway';
import { formatMinor } from '@repasse/values/money';
import { useTexts } from '../../texts/texts.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Money } from '../../ui/money.tsx';
import { When } from '../../ui/when.tsx';
import { Section } from '../settings/section.tsx';
import { useOne } from '../use-one.ts';

type PayoutFunding = components['schemas']['PayoutFunding'];

/** Whether the bank account that payouts leave from has enough for those that are due. */
export const Funding = () => {
  const { words, fields } = useTexts();
  return (
    <Section<PayoutFunding> title={words.funding} about={words.fundingAbout} of={useOne('funding', '/payouts/funding')}>
      {({ balanceMinor, dueMinor, expectedMinor, missingMinor, nextRunAt, asOf }) => (
        <Facts
          facts={[
            [words.available, <Money key="b" amount={formatMinor(balanceMinor)} />],
            [fields.due, <Money key="d" amount={formatMinor(dueMinor)} />],
            [fields.expected, <Money key="e" amount={formatMinor(expectedMinor)} />],
            [fields.missing, <Money key="m" amount={formatMinor(missingMinor)} />],
            [fields.nextRunAt, <When key="n" at={nextRunAt} />],
            [fields.checkedAt, <When key="a" at={asOf} />],
          ]}
        />
      )}
    </Section>
  );
};
