import { useTexts } from '../texts/texts.tsx';
import { Heading } from '../ui/heading.tsx';
import { ChangePassword } from './security/change-password.tsx';
import { CompanyLinks } from './security/company-links.tsx';
import { Passkeys } from './security/passkeys.tsx';
import { SecondFactor } from './security/second-factor.tsx';
import { Sessions } from './security/sessions.tsx';

export const Screen = () => {
  const { screens } = useTexts();
  return (
    <>
      <Heading text={screens.security} />
      <SecondFactor />
      <Passkeys />
      <CompanyLinks />
      <ChangePassword />
      <Sessions />
    </>
  );
};
