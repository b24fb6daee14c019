/** An element the server's page has. That it is missing is a mistake of ours, so it is said aloud. */
export const byId = <E extends HTMLElement>(id: string, type: new () => E): E => {
  const element = document.getElementById(id);
  if (!(element instanceof type)) throw new Error(`The page has no ${id}.`);
  return element;
};

/** Shows a text in an element, or hides the element when there is none. */
export const showText = (element: HTMLElement, text: string | null): void => {
  element.textContent = text ?? '';
  element.hidden = text === null;
};

/** Marks a button as busy. It keeps its focus, which `disabled` would take away. */
export const setBusy = (button: HTMLButtonElement, isBusy: boolean, text: string): void => {
  button.setAttribute('aria-disabled', String(isBusy));
  button.textContent = text;
};

export const isBusy = (button: HTMLButtonElement): boolean => button.getAttribute('aria-disabled') === 'true';
