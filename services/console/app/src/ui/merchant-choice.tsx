import { useNavigate } from '@tanstack/react-router';
import { useSession } from '../session/session.tsx';
import { useTexts } from '../texts/texts.tsx';

/** For which user the console is looked at: in the address (`?m=`), so that a link means the same to a colleague. */
export const MerchantChoice = () => {
  const { actingFor } = useTexts();
  const { person, userId, portal } = useSession();
  const navigate = useNavigate();
  const { memberships } = person;
  // Behind a portal link the seller's name stands there already, as that of who looks.
  if (portal !== null) return null;
  if (memberships.length < 2) return <b>{memberships[0]?.userName}</b>;
  return (
    <label>
      <span className="unseen">{actingFor}</span>
      <select
        value={userId}
        onChange={({ target }) => {
          void navigate({ to: '/', search: { m: Number(target.value) } });
        }}
      >
        {memberships.map((membership) => (
          <option key={membership.userId} value={membership.userId}>
            {membership.userName}
          </option>
        ))}
      </select>
    </label>
  );
};
