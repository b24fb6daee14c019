import { type SyntheticEvent } from 'react';

/** What was typed into a form, trimmed; the browser does not send it by itself. */
export const formTexts = (event: SyntheticEvent<HTMLFormElement>): Readonly<Record<string, string>> => {
  event.preventDefault();
  const entries = [...new FormData(event.currentTarget)].flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value.trim()] as const] : [],
  );
  return Object.fromEntries(entries);
};
