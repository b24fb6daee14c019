import { useSession } from '../session/session.tsx';
import { useTexts } from '../texts/texts.tsx';
import { Heading } from '../ui/heading.tsx';
import { Screen as Home } from './home.tsx';
import { PortalHome } from './portal/portal-home.tsx';

/** The first screen: of people, of whoever came by a portal link, and of people who have to come by their company first. */
export const Screen = () => {
  const { screens } = useTexts();
  const { portal, companyNeeded } = useSession();
  if (portal !== null) return <PortalHome />;
  return companyNeeded === null ? <Home /> : <Heading text={screens.home} />;
};
