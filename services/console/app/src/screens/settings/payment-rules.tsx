import { type components } from '@repasse/contracts/generated/http/charge';
import { useTexts } from '../../texts/texts.tsx';
import { type Texts } from '../../ui/form.ts';
import { NamedSelect } from '../../ui/named-select.tsx';
import { useOne } from '../use-one.ts';
import { Section } from './section.tsx';
import { SettingsForm } from './settings-form.tsx';

type Rules = components['schemas']['PaymentRules'];

const cases = ['late', 'overpaid', 'underpaid', 'duplicate'] as const;

/** Of money that comes too late, twice, or in another amount. */
export const PaymentRules = () => {
  const { words, fields } = useTexts();
  return (
    <Section<Rules>
      title={words.paymentRules}
      about={words.paymentRulesAbout}
      of={useOne('payment-rules', '/payment-rules')}
    >
      {(rules) => (
        <SettingsForm path="/payment-rules" name="payment-rules" scope="charges:write" bodyOf={rulesOf}>
          {cases.map((name) => (
            <NamedSelect
              key={name}
              name={name}
              label={words[name]}
              values={['accept', 'refund', 'hold']}
              names={{ accept: words.ruleAccept, refund: words.ruleRefund, hold: words.ruleHold }}
              chosen={rules[name]}
            />
          ))}
          <NamedSelect
            name="unknownRecipient"
            label={words.unknownRecipient}
            values={['owner', 'hold']}
            names={{ owner: words.ruleOwner, hold: words.ruleWait }}
            chosen={rules.unknownRecipient}
          />
          <label>
            {fields.shareHoldDays}
            <input type="number" name="shareHoldDays" required min={1} max={365} defaultValue={rules.shareHoldDays} />
          </label>
        </SettingsForm>
      )}
    </Section>
  );
};

const rulesOf = ({ shareHoldDays, ...rules }: Texts): object => ({ ...rules, shareHoldDays: Number(shareHoldDays) });
