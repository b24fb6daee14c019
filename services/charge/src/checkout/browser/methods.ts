import { type CheckoutMethod } from '../both-sides/checkout-state.ts';

const radios = (): HTMLInputElement[] => [...document.querySelectorAll<HTMLInputElement>('input[name="method"]')];

const showChosen = (): void => {
  for (const { value, checked } of radios()) {
    const panel = document.getElementById(`panel-${value}`);
    if (panel !== null) panel.hidden = !checked;
  }
};

/** One panel is seen at a time: the one of the method that is chosen. */
export const startMethods = (): void => {
  for (const radio of radios()) radio.addEventListener('change', showChosen);
  showChosen();
};

export const isOffered = (method: CheckoutMethod): boolean => radios().some(({ value }) => value === method);

/** Chooses for the payer, who asked for it elsewhere on the page, and takes him there. */
export const chooseMethod = (method: CheckoutMethod): void => {
  const radio = radios().find(({ value }) => value === method);
  if (radio === undefined) return;
  radio.checked = true;
  showChosen();
  radio.focus();
};
