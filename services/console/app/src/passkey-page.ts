import { callConsole } from './api/call.ts';
import { Problem } from './api/problem.ts';
import { askForPasskey, hasPasskeys } from './passkeys/ceremony.ts';

/** The page to sign in offers passkeys where the browser has them; its form works without this. */
const part = document.querySelector<HTMLElement>('#passkey');
const button = part?.querySelector('button');
const told = part?.querySelector<HTMLElement>('[role=alert]');

const signIn = async (): Promise<void> => {
  const credential = await askForPasskey(await callConsole('/sign-in/passkey/options', { method: 'POST', body: {} }));
  await callConsole('/sign-in/passkey', { method: 'POST', body: { credential } });
  location.assign(part?.dataset['next'] ?? '/');
};

const textOf = (fault: unknown): string => {
  const { refused = '', tooMany = '', unavailable = '', givenUp = '' } = part?.dataset ?? {};
  if (!(fault instanceof Problem)) return unavailable;
  if (fault.code === 'passkey.given_up') return givenUp;
  if (fault.status === 429) return tooMany;
  return fault.status === 401 ? refused : unavailable;
};

const tell = (text: string): void => {
  if (!told) return;
  told.hidden = text === '';
  told.textContent = text;
};

if (part && button && hasPasskeys()) {
  part.hidden = false;
  button.addEventListener('click', () => {
    tell('');
    button.disabled = true;
    signIn()
      .catch((fault: unknown) => tell(textOf(fault)))
      .finally(() => (button.disabled = false));
  });
}
