import { type components } from '@repasse/contracts/generated/http/identity';
import { useTexts } from '../../texts/texts.tsx';

type Profile = components['schemas']['MerchantProfile'];

interface Props {
  readonly profile: Profile;
  /** The one that is chosen, before it is the profile's. */
  readonly picture: string | null;
}

/** As the payer's page shows them: the logo on white, beside the name; the contact below. */
export const BrandPreview = ({ profile: { displayName, supportEmail, supportUrl }, picture }: Props) => {
  const { words } = useTexts();
  return (
    <figure className="card brand">
      <figcaption className="soft">{words.preview}</figcaption>
      <div className="merchant">
        {picture !== null && <img className="logo" src={picture} alt={displayName} width="56" height="56" />}
        <b>{displayName}</b>
      </div>
      {supportEmail !== null && <p>{supportEmail}</p>}
      {supportUrl !== null && <p>{supportUrl.replace('https://', '')}</p>}
    </figure>
  );
};
