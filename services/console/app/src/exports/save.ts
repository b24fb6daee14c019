import { type Collected } from './collect.ts';

/** Hands a file to the browser, as a click on a link to it does. */
export const save = ({ parts, type, name }: Collected): void => {
  const address = URL.createObjectURL(new Blob([...parts], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has begun to read it by then, and the memory goes back.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
};
