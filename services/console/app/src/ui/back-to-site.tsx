import { useSession } from '../session/session.tsx';
import { useTexts } from '../texts/texts.tsx';

/** The way back to the merchant's site, where the link named one. */
export const BackToSite = () => {
  const { portal } = useSession();
  const { selling } = useTexts();
  if (portal === null || portal.returnUrl === null) return null;
  return (
    <p>
      <a href={portal.returnUrl} rel="noreferrer">
        {selling.backToSite}
      </a>
    </p>
  );
};
