import { type components } from '@repasse/contracts/generated/http/split-settlement';
import { useTexts } from '../texts/texts.tsx';
import { Money } from './money.tsx';

type Balance = components['schemas']['Balance'];

/** What a user has, by when it may be paid out. */
export const BalanceTiles = ({ balance }: { readonly balance: Balance | undefined }) => {
  const { words } = useTexts();
  return (
    <section className="tiles" aria-busy={balance === undefined}>
      {(['available', 'pending', 'reserve', 'withdrawing', 'debt'] as const).map((name) => (
        <p key={name} className="card tile">
          <span className="soft">{words[name]}</span>
          <b>
            <Money amount={balance?.[name]} />
          </b>
        </p>
      ))}
    </section>
  );
};
