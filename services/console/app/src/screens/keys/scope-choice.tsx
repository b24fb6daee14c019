import { useState } from 'react';
import { useIsStaff } from '../../session/session.tsx';
import { keyTexts } from '../../texts/keys.ts';
import { useTexts } from '../../texts/texts.tsx';
import { type Texts } from '../../ui/form.ts';

const prefix = 'scope ';
const ofStaff = ['users:write', 'users:read'];

/** The scopes that were ticked; undefined for all that the account may have. */
export const scopesIn = (form: Texts): readonly string[] | undefined => {
  if (form['allScopes'] !== undefined) return undefined;
  return Object.keys(form)
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length));
};

interface Props {
  /** Null for all. */
  readonly asked: readonly string[] | null;
}

/** What a key may do. A key for one purpose should do nothing else. */
export const ScopeChoice = ({ asked }: Props) => {
  const { locale, fields } = useTexts();
  const isStaff = useIsStaff();
  const texts = keyTexts[locale];
  const [isAll, setAll] = useState(asked === null);
  const scopes = Object.entries(texts.scopes).filter(([scope]) => isStaff || !ofStaff.includes(scope));
  return (
    <fieldset>
      <legend>{fields.scopes}</legend>
      <label className="tick">
        <input
          type="checkbox"
          name="allScopes"
          checked={isAll}
          onChange={({ currentTarget }) => setAll(currentTarget.checked)}
        />
        {texts.all}
      </label>
      {!isAll &&
        scopes.map(([scope, about]) => (
          <label key={scope} className="tick">
            <input type="checkbox" name={`${prefix}${scope}`} defaultChecked={asked?.includes(scope) ?? false} />
            {about} <code>{scope}</code>
          </label>
        ))}
    </fieldset>
  );
};
