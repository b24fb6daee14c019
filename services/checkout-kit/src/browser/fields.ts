import { byId } from './dom.ts';

/** A field of a form, as markup/field.ts writes it. */
export const inputOf = (form: string, field: string): HTMLInputElement => byId(`${form}-${field}`, HTMLInputElement);

/** Shows what is wrong with a field, or that nothing is. */
const showFault = (form: string, field: string, text: string | undefined): void => {
  inputOf(form, field).setAttribute('aria-invalid', String(text !== undefined));
  byId(`${form}-${field}-fault`, HTMLElement).textContent = text ?? '';
};

interface Judging<F extends string> {
  readonly form: string;
  readonly fields: readonly F[];
  /** The faults of the fields as they are filled now, in their order. */
  readonly faults: () => ReadonlyMap<F, string>;
}

/** A field is judged when it is left, not while it is typed, and never for being empty: that waits for the button. */
export const judgeFields = <F extends string>({ form, fields, faults }: Judging<F>): void => {
  for (const field of fields) {
    const input = inputOf(form, field);
    input.addEventListener('blur', () => {
      showFault(form, field, input.value === '' ? undefined : faults().get(field));
    });
    // A fault disappears as soon as its field is right.
    input.addEventListener('input', () => {
      const isMarked = input.getAttribute('aria-invalid') === 'true';
      if (isMarked && !faults().has(field)) showFault(form, field, undefined);
    });
  }
};

/** Shows every fault and takes the payer to the first. Answers whether there is none. */
export const areRight = <F extends string>({ form, fields, faults }: Judging<F>): boolean => {
  const found = faults();
  for (const field of fields) showFault(form, field, found.get(field));
  const [first] = found.keys();
  if (first !== undefined) inputOf(form, first).focus();
  return first === undefined;
};

/** Only while something is added: who deletes a slash must not get it back. */
export const rewriteWith = (form: string, field: string, rewrite: (typed: string) => string): void => {
  const input = inputOf(form, field);
  input.addEventListener('input', (event) => {
    const isDeleting = event instanceof InputEvent && event.inputType.startsWith('delete');
    if (!isDeleting) input.value = rewrite(input.value);
  });
};
