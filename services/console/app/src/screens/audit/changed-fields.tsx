import { useTexts } from '../../texts/texts.tsx';
import { changesOf, type FieldChange } from './changes-of.ts';

interface Props {
  readonly before: unknown;
  readonly after: unknown;
}

/** What a change made of each field. Fields have the API's names, which the guides have too. */
export const ChangedFields = ({ before, after }: Props) => {
  const changes = changesOf(before, after);
  if (changes.length === 0) return <>–</>;
  return (
    <ul className="changes">
      {changes.map((change) => (
        <li key={change.name}>
          <code>{change.name}</code>: <Change {...change} />
        </li>
      ))}
    </ul>
  );
};

/** Words and elements say which is which; a stroke alone is not seen by everybody. */
const Change = ({ before, after }: FieldChange) => {
  const { words } = useTexts();
  return (
    <>
      <span className="unseen">{words.before}: </span>
      <del>{before ?? '–'}</del> <span aria-hidden="true">→</span> <span className="unseen">{words.after}: </span>
      <ins>{after ?? '–'}</ins>
    </>
  );
};
