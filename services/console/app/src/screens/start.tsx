import { useSession } from '../session/session.tsx';
import { Screen as Home } from './home.tsx';
import { PortalHome } from './portal/portal-home.tsx';

/** The first screen: of people, and of whoever came by a portal link. */
export const Screen = () => (useSession().portal === null ? <Home /> : <PortalHome />);
