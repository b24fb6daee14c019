import { byId } from './dom.ts';
import { type Voice } from './page.ts';

interface Copying {
  /** The ids that markup/copy-field.ts was given. */
  readonly field: string;
  readonly button: string;
  readonly words: { readonly copy: string; readonly copied: string; readonly copyFailed: string };
}

type TextField = HTMLInputElement | HTMLTextAreaElement;

/** How long the button says that it worked. */
const copiedForMs = 3_000;

/** The button copies what the field holds, and says whether that worked. */
export const startCopying = ({ announce }: Pick<Voice, 'announce'>, { field, button, words }: Copying): void => {
  const text = textFieldOf(field);
  const copy = byId(button, HTMLButtonElement);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const reset = (): void => {
    copy.textContent = words.copy;
    copy.classList.remove('done');
  };
  copy.addEventListener('click', () => {
    void copyText(text).then((isCopied) => {
      clearTimeout(timer);
      copy.textContent = isCopied ? words.copied : words.copyFailed;
      copy.classList.toggle('done', isCopied);
      announce(copy.textContent);
      timer = setTimeout(reset, copiedForMs);
    });
  });
  text.addEventListener('focus', () => text.select());
};

export const textFieldOf = (id: string): TextField => {
  const element = byId(id, HTMLElement);
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) return element;
  throw new Error(`${id} holds no text.`);
};

/** Copies what a field holds. Where the browser does not allow it, the text is left selected for the payer to copy. */
const copyText = async (field: TextField): Promise<boolean> => {
  try {
    // Undefined on pages without https, whatever the types say.
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.focus();
    field.select();
    return false;
  }
};
