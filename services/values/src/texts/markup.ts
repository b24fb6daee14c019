const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaping =
  (unsafe: RegExp) =>
  (text: string): string =>
    text.replace(unsafe, (character) => entities[character] ?? '');

/** Safe between tags, of HTML and XML. */
export const escapeText = escaping(/[&<>]/g);

/** Safe inside a quoted attribute too. */
export const escapeMarkup = escaping(/[&<>"']/g);
