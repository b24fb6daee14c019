/** Which operations a merchant's back end calls, and what they are called here. */

/** Pages for payers, calls of providers, and repairs are for others. */
const leftOut =
  /^(checkout page|page of a payment in coins|checkout|callbacks|verification callbacks|tokens|repairs of .*)$/;

export const isOffered = ({ tags = [] }) => !tags.some((tag) => leftOut.test(tag));

const words = (text) => text.replaceAll(/([a-z])([A-Z])/g, '$1 $2').split(/[^A-Za-z0-9]+/);
const capital = (word) => word[0].toUpperCase() + word.slice(1).toLowerCase();
const lower = (text) => text[0].toLowerCase() + text.slice(1);

/** `payment rules` → `paymentRules`, `API keys` → `apiKeys`. */
export const resourceOf = (tag) => lower(words(tag).map(capital).join(''));
export const classOf = (tag) => words(tag).map(capital).join('');

/** The noun of a resource is not said twice: `charges.listCharges` is `charges.list`. */
const shortened = (tag, operationId) => {
  const noun = classOf(tag);
  const nouns = [noun, noun.replace(/ies$/, 'y').replace(/s$/, '')].filter((each) => each !== '');
  for (const each of nouns) {
    const short = operationId.replace(new RegExp(`${each}(?=[A-Z]|$)`), '');
    if (short !== operationId && short !== '') return short;
  }
  return operationId;
};

/** By operationId; a short name that two would have is nobody's. */
export const methodNames = (tag, operationIds) => {
  const short = new Map(operationIds.map((id) => [id, shortened(tag, id)]));
  const counts = new Map();
  for (const name of short.values()) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Map(
    operationIds.map((id) => {
      const name = short.get(id);
      return [id, counts.get(name) === 1 ? name : id];
    }),
  );
};
