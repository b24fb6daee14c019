import { type components } from '@repasse/contracts/generated/http/identity';
import { brandTexts } from '../../texts/brand.ts';
import { useTexts } from '../../texts/texts.tsx';
import { Money } from '../../ui/money.tsx';
import { useBrandStyle } from '../../ui/use-brand-style.ts';

type Profile = components['schemas']['MerchantProfile'];

interface Props {
  /** As it is typed, before it is saved. */
  readonly profile: Pick<Profile, 'displayName' | 'supportEmail' | 'supportUrl' | 'brandColor'>;
  /** The one that is chosen, before it is the profile's. */
  readonly picture: string | null;
}

/** As the payer's page has it: the logo on white beside the name, the amount, what is pressed, the contact below. */
export const BrandPreview = ({ profile, picture }: Props) => {
  const { words, locale } = useTexts();
  const texts = brandTexts[locale];
  const { displayName, supportEmail, supportUrl, brandColor } = profile;
  useBrandStyle(brandColor, '.checkout-preview');
  return (
    <figure className="card brand checkout-preview">
      <figcaption className="soft">{words.preview}</figcaption>
      <div className="merchant">
        {picture !== null && <img className="logo" src={picture} alt={displayName} width="56" height="56" />}
        <b>{displayName}</b>
      </div>
      <p className="soft">{texts.payTo}</p>
      <p className="amount">
        <Money amount="100.00" />
      </p>
      {/* It looks as it will and does nothing. */}
      <span className="pressed">{texts.pay}</span>
      {supportEmail !== null && <p className="contact">{supportEmail}</p>}
      {supportUrl !== null && <p className="contact">{supportUrl.replace('https://', '')}</p>}
    </figure>
  );
};
