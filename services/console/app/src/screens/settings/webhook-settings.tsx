import { type components } from '@repasse/contracts/generated/http/webhook-dispatcher';
import { useTexts } from '../../texts/texts.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { listIn } from '../../ui/form.ts';
import { useOne } from '../use-one.ts';
import { Section } from './section.tsx';
import { SettingsForm } from './settings-form.tsx';

type Settings = components['schemas']['WebhookSettings'];

/** Of the address that a charge may name for itself. */
export const WebhookSettings = () => {
  const { words, fields } = useTexts();
  return (
    <Section<Settings>
      title={words.webhookSettings}
      about={words.webhookSettingsAbout}
      of={useOne('webhook-settings', '/webhook-settings')}
    >
      {({ chargeUrlEventTypes, hasSlowRetries }) => (
        <SettingsForm
          path="/webhook-settings"
          name="webhook-settings"
          scope="webhooks:write"
          bodyOf={(texts) => ({
            chargeUrlEventTypes: listIn(texts['eventTypes']),
            hasSlowRetries: texts['hasSlowRetries'] !== undefined,
          })}
        >
          <label>
            {fields.eventTypes} ({words.withCommas})
            <input name="eventTypes" maxLength={2000} defaultValue={chargeUrlEventTypes.join(', ')} />
          </label>
          <Checkbox name="hasSlowRetries" label={words.slowRetries} isTicked={hasSlowRetries} />
        </SettingsForm>
      )}
    </Section>
  );
};
