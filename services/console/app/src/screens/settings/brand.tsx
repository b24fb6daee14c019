import { useState } from 'react';
import { type components } from '@repasse/contracts/generated/http/identity';
import { Problem } from '../../api/problem.ts';
import { useApi, useMay } from '../../session/session.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { listIn, type Texts } from '../../ui/form.ts';
import { useOne } from '../use-one.ts';
import { BrandPreview } from './brand-preview.tsx';
import { ColourField } from './colour-field.tsx';
import { Logo } from './logo.tsx';
import { Section } from './section.tsx';
import { SettingsForm } from './settings-form.tsx';

type Profile = components['schemas']['MerchantProfile'];

/** Name, logo and contact, as payers see them. */
export const Brand = () => {
  const { words } = useTexts();
  const { data, error } = useOne<Profile>('profile', '/profile');
  const isNone = error instanceof Problem && error.code === 'merchant_profile.not_found';
  const known = isNone ? { data: null, error: null } : { data, error };
  return (
    <Section<Profile | null> title={words.brand} about={words.brandAbout} of={known}>
      {(profile) => <BrandParts key={profile?.updatedAt ?? ''} profile={profile} />}
    </Section>
  );
};

const BrandParts = ({ profile }: { readonly profile: Profile | null }) => {
  const api = useApi();
  const { fields, actions, words } = useTexts();
  const mayChange = useMay('profile:write');
  const [picture, setPicture] = useState<string>();
  const [typed, setTyped] = useState<Texts>(() => textsOfProfile(profile));
  const [colour, setColour] = useState(profile?.brandColor ?? '');
  return (
    <>
      <BrandPreview profile={previewOf(typed, colour)} picture={picture ?? profile?.logoPath ?? null} />
      <SettingsForm path="/profile" name="profile" scope="profile:write" bodyOf={profileOf} onType={setTyped}>
        <label>
          {fields.displayName}
          <input name="displayName" required maxLength={60} defaultValue={profile?.displayName} />
        </label>
        <label>
          {fields.supportEmail} ({words.optional})
          <input type="email" name="supportEmail" maxLength={254} defaultValue={profile?.supportEmail ?? ''} />
        </label>
        <label>
          {fields.supportUrl} ({words.optional})
          <input type="url" name="supportUrl" maxLength={200} defaultValue={profile?.supportUrl ?? ''} />
        </label>
        <ColourField value={colour} onChange={setColour} />
        <label>
          {fields.frameOrigins} ({words.optional})
          <input
            name="frameOrigins"
            spellCheck={false}
            placeholder="https://shop.example"
            defaultValue={profile?.frameOrigins.join(', ')}
          />
        </label>
      </SettingsForm>
      {mayChange && profile !== null && (
        <>
          <Logo hasLogo={profile.logoPath !== null} onChoose={setPicture} />
          <div className="actions">
            <ActionButton
              text={actions.removeBrand}
              isDanger
              change={() => api('/profile', { method: 'DELETE' })}
              stale={['profile']}
            />
          </div>
        </>
      )}
    </>
  );
};

const textsOfProfile = (profile: Profile | null): Texts => ({
  displayName: profile?.displayName ?? '',
  supportEmail: profile?.supportEmail ?? '',
  supportUrl: profile?.supportUrl ?? '',
});

const previewOf = ({ displayName = '', supportEmail = '', supportUrl = '' }: Texts, brandColor: string) => ({
  displayName,
  supportEmail: supportEmail === '' ? null : supportEmail,
  supportUrl: supportUrl === '' ? null : supportUrl,
  brandColor,
});

/** What is left empty is left out: the profile has none then. */
const profileOf = ({ frameOrigins, ...texts }: Texts): object => ({
  ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')),
  frameOrigins: listIn(frameOrigins),
});
