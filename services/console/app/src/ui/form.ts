import { type SyntheticEvent } from 'react';

export type Texts = Readonly<Partial<Record<string, string>>>;

/** The texts of a form that is sent, trimmed. The page stays where it is; a box that is not ticked is absent. */
export const textsOf = (event: SyntheticEvent<HTMLFormElement>): Texts => {
  event.preventDefault();
  return textsIn(event.currentTarget);
};

/** The same of one that is being filled in. */
export const textsIn = (form: HTMLFormElement): Texts => {
  const entries = [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value.trim()] as const] : [],
  );
  return Object.fromEntries(entries);
};

/** What a person wrote with commas between. */
export const listIn = (text = ''): readonly string[] =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
