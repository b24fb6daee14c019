import { Link } from '@tanstack/react-router';
import { useTexts } from '../texts/texts.tsx';
import { sameUser } from '../ui/links.tsx';
import { Money } from '../ui/money.tsx';
import { Status } from '../ui/status.tsx';
import { type Result } from './result.ts';

interface Props {
  readonly title: string;
  readonly results: readonly Result[];
  readonly onLeave: () => void;
}

export const ResultList = ({ title, results, onLeave }: Props) => {
  const { actions } = useTexts();
  if (results.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul className="results">
        {results.map(({ to, search, text, status, amount }) => (
          <li key={`${to} ${text}`}>
            <Link to={to} search={(before: { m?: number }) => ({ ...sameUser(before), ...search })} onClick={onLeave}>
              <span>{text === '' ? actions.show : text}</span>
              {amount !== undefined && <Money amount={amount} />}
              {status !== undefined && <Status of={status} />}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
};
