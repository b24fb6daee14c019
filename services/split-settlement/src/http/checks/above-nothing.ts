import { type Fault } from '@repasse/chassis/http/problem';

/** Amounts that mean something only above 0.00. Those that broke their schema have a fault already. */
export const aboveNothing = <Field extends string>(
  body: Readonly<Partial<Record<Field, unknown>>>,
  fields: readonly Field[],
  faulty: ReadonlySet<string>,
): readonly Fault[] =>
  fields
    .filter((field) => !faulty.has(field) && body[field] === '0.00')
    .map((field) => ({ field, message: 'must be more than 0.00.' }));
