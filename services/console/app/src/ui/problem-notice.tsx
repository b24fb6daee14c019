import { Problem } from '../api/problem.ts';
import { useTexts } from '../texts/texts.tsx';
import { Money } from './money.tsx';

/** A refusal in the reader's language, with the id by which support finds it. */
export const ProblemNotice = ({ fault }: { readonly fault: Error | null }) => {
  const { problems } = useTexts();
  if (fault === null) return null;
  if (!(fault instanceof Problem))
    return (
      <p role="alert" className="notice">
        {problems.unknown(fault.message)}
      </p>
    );
  const { code, detail, errors, requestId, allowed } = fault;
  return (
    <div role="alert" className="notice">
      <p>{problems.byCode[code] ?? problems.unknown(detail)}</p>
      {allowed !== undefined && (
        <p>
          {problems.allowed}: <Money amount={allowed} />
        </p>
      )}
      {errors.length > 0 && (
        <ul>
          {errors.map(({ field, message }) => (
            <li key={`${field} ${message}`}>
              {field} {message}
            </li>
          ))}
        </ul>
      )}
      {requestId !== undefined && (
        <p>
          {problems.requestId}: <code>{requestId}</code>
        </p>
      )}
    </div>
  );
};
