import { type components } from '@repasse/contracts/generated/http/split-settlement';
import { useTexts } from '../../texts/texts.tsx';
import { AmountField } from '../../ui/amount-field.tsx';
import { Facts } from '../../ui/facts.tsx';
import { type Texts } from '../../ui/form.ts';
import { Money } from '../../ui/money.tsx';
import { typedAmount } from '../../ui/typed-amount.ts';
import { useOne } from '../use-one.ts';
import { Section } from './section.tsx';
import { SettingsForm } from './settings-form.tsx';

type Policies = components['schemas']['PayoutPolicies'];

const amounts = ['minimum', 'maximum', 'dayMaximum', 'newDestinationMaximum', 'fourEyesAbove'] as const;

/** What counts, and what of it is the merchant's own word; the platform's can only be made stricter. */
export const PayoutPolicy = () => {
  const { words, fields } = useTexts();
  return (
    <Section<Policies>
      title={words.payoutPolicy}
      about={words.payoutPolicyAbout}
      of={useOne('payout-policy', '/payout-policy')}
    >
      {({ effective, own }) => (
        <>
          <Facts
            facts={[
              ...amounts.map((name) => [fields[name], <Money key={name} amount={effective[name]} />] as const),
              [fields.newDestinationDays, effective.newDestinationDays ?? '–'],
              [fields.fee, <Money key="fee" amount={effective.fee} />],
            ]}
          />
          <h3>{words.ownPolicy}</h3>
          <SettingsForm
            path="/payout-policy"
            name="payout-policy"
            scope="approvals:write"
            bodyOf={(texts) => ({ ...policyOf(texts), ...covers(own) })}
          >
            {amounts.map((name) => (
              <AmountField key={name} name={name} label={fields[name]} value={own?.[name]} />
            ))}
            <label>
              {fields.newDestinationDays}
              <input
                type="number"
                name="newDestinationDays"
                min={1}
                max={365}
                defaultValue={own?.newDestinationDays ?? ''}
              />
            </label>
          </SettingsForm>
        </>
      )}
    </Section>
  );
};

/** What is left empty says nothing. */
const policyOf = ({ newDestinationDays = '', ...texts }: Texts): object => ({
  ...Object.fromEntries(
    Object.entries(texts).flatMap(([name, text = '']) => (text === '' ? [] : [[name, typedAmount(text)]])),
  ),
  ...(newDestinationDays !== '' && { newDestinationDays: Number(newDestinationDays) }),
});

/** The form does not ask for it, so it stays. */
const covers = (own: Policies['own']): object =>
  typeof own?.mayCoverLess === 'boolean' ? { mayCoverLess: own.mayCoverLess } : {};
