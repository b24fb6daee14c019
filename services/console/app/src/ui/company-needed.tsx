import { Link } from '@tanstack/react-router';
import { useSession } from '../session/session.tsx';
import { useTexts } from '../texts/texts.tsx';
import { sameUser } from './links.tsx';

/** Where the account asks its people to come by their company's provider, and whoever looks did not. */
export const CompanyNeeded = () => {
  const { company } = useTexts();
  const { companyNeeded, userId } = useSession();
  if (companyNeeded === null) return null;
  const { signInName, displayName } = companyNeeded;
  const way = new URLSearchParams({ name: signInName, next: `/?m=${String(userId)}` });
  return (
    <section className="notice">
      <p>{company.needed(displayName)}</p>
      <p className="actions">
        <a className="button main" href={`/sign-in/company?${way.toString()}`}>
          {company.comeBy(displayName)}
        </a>
        <Link to="/security" search={sameUser}>
          {company.linkFirst}
        </Link>
      </p>
    </section>
  );
};
