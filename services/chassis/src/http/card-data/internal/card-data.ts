import { ProblemError, type Fault } from '../../problem';
import { cardFieldNames } from './card-field-names';
import { holdsCardNumber } from '../card-text';
import { folded } from './folded-text';

export interface Inspected {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** Undefined where the operation keeps none. */
  readonly idempotencyKey: unknown;
  readonly body: unknown;
  /** The operation takes a card in the body's field `card`, and nowhere else. */
  readonly takesCard: boolean;
}

/** More than anyone mends at once; the answer to a hostile body must not be larger than the body. */
const faultsMax = 20;

/**
 * Refuses a request that holds card data where no card belongs: nothing of it may be kept, logged or echoed, and no
 * other fault is named, because its text could repeat some of it. Names the fields and never their values.
 */
export const refuseCardData = ({ params, query, idempotencyKey, body, takesCard }: Inspected): void => {
  const found: Fault[] = [];
  collect(params, '', found, valuesOnly);
  collect(query, '', found);
  if (idempotencyKey !== undefined) collect(idempotencyKey, 'Idempotency-Key', found);
  collect(body, '', found, takesCard ? isCard : undefined);
  if (found.length > 0) throw refusal(found);
};

/** Whether the field's card-like name ('name'), or also its content ('inside'), is expected. */
type IsExpected = (field: string) => 'name' | 'inside' | undefined;

const valuesOnly: IsExpected = () => 'name';
const cardFields = /^card\.(number|holderName|expirationMonth|expirationYear|securityCode)$/;
const isCard: IsExpected = (field) => {
  if (field === 'card') return 'name';
  return cardFields.test(field) ? 'inside' : undefined;
};

/** The reader of bodies limits how deep a body may be nested. */
const collect = (value: unknown, field: string, found: Fault[], isExpected?: IsExpected): void => {
  if (found.length >= faultsMax) return;
  if (typeof value === 'string' || typeof value === 'number') {
    if (holdsCardNumber(String(value))) found.push({ field: field || 'body', message: holdsNumber });
  } else if (Array.isArray(value)) {
    value.forEach((item, at) => collect(item, `${field}[${at}]`, found, isExpected));
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) collectNamed(name, inner, field, found, isExpected);
  }
};

const collectNamed = (name: string, inner: unknown, parent: string, found: Fault[], isExpected?: IsExpected): void => {
  if (holdsCardNumber(name)) {
    found.push({ field: parent || 'body', message: 'has a field whose name holds a card number.' });
    return;
  }
  const field = parent === '' ? name : `${parent}.${name}`;
  const expected = isExpected?.(field);
  if (expected === 'inside') return;
  if (expected === undefined && isCardField(name)) found.push({ field, message: 'is a field of a card.' });
  else collect(inner, field, found, isExpected);
};

const holdsNumber = 'holds what looks like the number of a card.';

/** The fields of our descriptions come again with each request. */
const knownNames = new Map<string, boolean>();
const knownNamesMax = 2_000;

const isCardField = (name: string): boolean => {
  const known = knownNames.get(name);
  if (known !== undefined) return known;
  const isOne = cardFieldNames.has(
    folded(name)
      .toLowerCase()
      .replace(/[^a-z0-9]/g, ''),
  );
  // Callers may invent names; the first ones are the usual ones.
  if (knownNames.size < knownNamesMax && name.length <= 64) knownNames.set(name, isOne);
  return isOne;
};

const refusal = (errors: readonly Fault[]): ProblemError =>
  new ProblemError({
    status: 400,
    code: 'request.card_data_refused',
    detail: 'No card data is taken here: a payer gives it to the checkout. Nothing of it was kept or logged.',
    errors,
  });
