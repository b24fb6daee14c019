/** A character that leaves ink: some letters and signs of Unicode are fillers, which show as blanks or not at all. */
const visible = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;

/** A name or another text that says something, without blanks around it; undefined where nothing of it can be seen. */
export const visibleTextOf = (text: string): string | undefined => (visible.test(text) ? text.trim() : undefined);

/** Cards are printed in Latin letters, and acquirers refuse the card, not the name, for others. */
const latin = /^(?:\p{Script=Latin}|[\p{M}\p{P}\p{Sk}\p{Zs}])+$/u;

/** The name on a card, without blanks around it; undefined where it has another script's letters, digits or no letter of A to Z. */
export const holderNameOf = (text: string): string | undefined => {
  const name = text.trim();
  return latin.test(name) && hasPlainLetter(name) ? name : undefined;
};

/** Letter by letter: a whole text that is not bounded yet is taken apart in the square of its length. */
const hasPlainLetter = (name: string): boolean =>
  /[a-z]/i.test(name) || Array.from(name).some((letter) => /[a-z]/i.test(letter.normalize('NFD')));
