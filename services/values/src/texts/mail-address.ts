/** Twice the longest address of any kind; it bounds the work on a text that is none. */
const charactersMax = 1_000;

const atom = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
const label = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?';

/** As strict as the providers that get the address. */
const deliverable = new RegExp(String.raw`^${atom}(?:\.${atom})*@(?:${label}\.)+${label}$`, 'i');

/** As lenient as mail itself: `user@localhost`, addresses in any script, a quoted local part with blanks. */
const comparable = /^(?:"[^"\p{Cc}]+"|[^\s@"\p{Cc}]+)@[^\s@\p{Cc}.]+(?:\.[^\s@\p{Cc}.]+)*\.?$/u;

const matched = (text: string, form: RegExp): string | undefined => {
  if (text.length > charactersMax) return undefined;
  const address = text.trim();
  return form.test(address) ? address : undefined;
};

/** An e-mail address that is stored or handed on, without blanks around it; undefined where the text is none. */
export const mailAddressOf = (text: string): string | undefined => matched(text, deliverable);

/** An e-mail address that is only compared with others. */
export const comparableMailAddressOf = (text: string): string | undefined => matched(text, comparable);
