import { useSession } from '../session/session.tsx';
import { useTexts } from '../texts/texts.tsx';
import { Heading } from '../ui/heading.tsx';
import { Clock } from './sandbox/clock.tsx';
import { Providers } from './sandbox/providers.tsx';
import { useSandboxTexts } from './sandbox/use-sandbox.ts';
import { WaitingCharges } from './sandbox/waiting-charges.tsx';

/** The payer's and the providers' side of everything, where no money is real. */
export const Screen = () => {
  const { screens, problems } = useTexts();
  const { sandbox } = useSession();
  const texts = useSandboxTexts();
  return (
    <>
      <Heading text={screens.sandbox} />
      {sandbox === null ? (
        <p className="notice">{problems.byCode['auth.scope_missing']}</p>
      ) : (
        <>
          <p>{texts.about}</p>
          <WaitingCharges />
          <p className="notice">{texts.shared}</p>
          <Providers />
          <Clock />
          {sandbox.mailboxUrl !== null && (
            <section>
              <p className="soft">{texts.mailboxAbout}</p>
              <a className="button" href={sandbox.mailboxUrl} rel="noreferrer">
                {texts.mailbox}
              </a>
            </section>
          )}
        </>
      )}
    </>
  );
};
