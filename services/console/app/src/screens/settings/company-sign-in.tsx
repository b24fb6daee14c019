import { type components } from '@repasse/contracts/generated/http/identity';
import { Problem } from '../../api/problem.ts';
import { useApi } from '../../session/session.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Copy } from '../../ui/copy.tsx';
import { type Texts } from '../../ui/form.ts';
import { useOne } from '../use-one.ts';
import { Section } from './section.tsx';
import { SettingsForm } from './settings-form.tsx';

type Provider = components['schemas']['CompanySignIn'];

const name = 'company-sign-in';
const path = '/company-sign-in';

/** The provider that the people of this account sign in by. */
export const CompanySignIn = () => {
  const { company } = useTexts();
  const { data, error } = useOne<Provider>(name, path);
  const isNone = error instanceof Problem && error.code === 'company_sign_in.not_found';
  const known = isNone ? { data: null, error: null } : { data, error };
  return (
    <Section<Provider | null> title={company.title} about={company.about} of={known}>
      {(provider) => (
        <>
          <Copy text={`${location.origin}/sign-in/company/callback`} />
          <ProviderForm key={provider?.updatedAt ?? ''} provider={provider} />
        </>
      )}
    </Section>
  );
};

const ProviderForm = ({ provider }: { readonly provider: Provider | null }) => {
  const api = useApi();
  const { company } = useTexts();
  const secretHelp = provider === null ? {} : { 'aria-describedby': 'company-secret-help' };
  return (
    <>
      <SettingsForm path={path} name={name} scope="members:write" bodyOf={providerOf}>
        <label>
          {company.signInName}
          <input
            {...{ name: 'signInName', required: true, minLength: 3, maxLength: 63, spellCheck: false }}
            {...{ pattern: '[a-z0-9][a-z0-9.\\-]*[a-z0-9]', placeholder: 'padaria-sao-joao' }}
            defaultValue={provider?.signInName}
          />
        </label>
        <label>
          {company.displayName}
          <input name="displayName" required maxLength={60} defaultValue={provider?.displayName} />
        </label>
        <label>
          {company.issuer}
          <input type="url" name="issuer" required maxLength={300} defaultValue={provider?.issuer} />
        </label>
        <label>
          {company.clientId}
          <input name="clientId" required maxLength={200} spellCheck={false} defaultValue={provider?.clientId} />
        </label>
        <label>
          {company.clientSecret}
          <input
            {...{ type: 'password', name: 'clientSecret', autoComplete: 'off', maxLength: 500 }}
            {...{ required: provider === null, ...secretHelp }}
          />
        </label>
        {provider !== null && (
          <p className="soft" id="company-secret-help">
            {company.secretKept}
          </p>
        )}
        <Checkbox name="isRequired" label={company.isRequired} isTicked={provider?.isRequired === true} />
        <p className="soft">{company.isRequiredAbout}</p>
      </SettingsForm>
      {provider !== null && (
        <div className="actions">
          <ActionButton
            text={company.remove}
            isDanger
            change={() => api(path, { method: 'DELETE' })}
            stale={[name, 'company-links', 'session']}
          />
        </div>
      )}
    </>
  );
};

/** A secret that is left empty stays. */
const providerOf = ({ clientSecret = '', isRequired, ...texts }: Texts): object => ({
  ...texts,
  isRequired: isRequired !== undefined,
  ...(clientSecret !== '' && { clientSecret }),
});
