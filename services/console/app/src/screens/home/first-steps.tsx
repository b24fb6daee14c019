import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useApi, useIsStaff, useMay, useSession } from '../../session/session.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { sameUser } from '../../ui/links.tsx';
import { Copy } from '../../ui/copy.tsx';
import { useSandboxTexts } from '../sandbox/use-sandbox.ts';

interface Charges {
  readonly data: readonly object[];
}

/** The shortest way to a charge that is paid: it needs no code of the merchant's own. */
const command = 'repasse trigger charge.paid';

/** For who never had a charge, a way to the first one that is paid; nothing once there is one. */
export const FirstSteps = () => {
  const api = useApi();
  const { userId, sandbox } = useSession();
  const { firstStep } = useSandboxTexts();
  const { home } = useTexts();
  const [isStaff, mayKeys] = [useIsStaff(), useMay('keys:read')];
  const { data } = useQuery({
    queryKey: ['charges', userId, 'any'],
    queryFn: () => api<Charges>('/charge/list', { query: { limit: 1 } }),
    enabled: !isStaff,
  });
  if (data === undefined || data.data.length > 0) return null;
  return (
    <section className="card">
      <h2>{home.firstSteps}</h2>
      <ol>
        <li>
          {mayKeys ? (
            <Link to="/keys" search={sameUser}>
              {home.makeKey}
            </Link>
          ) : (
            home.askForKey
          )}
        </li>
        {sandbox !== null && (
          <li>
            <Link to="/sandbox" search={sameUser}>
              {firstStep}
            </Link>
          </li>
        )}
        <li>
          {home.makeCharge}
          <Copy text={command} />
        </li>
        <li>{home.payCharge}</li>
        <li>
          <Link to="/charges" search={sameUser}>
            {home.seeCharge}
          </Link>
        </li>
      </ol>
    </section>
  );
};
