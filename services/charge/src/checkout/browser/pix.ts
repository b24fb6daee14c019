import { problemText } from '../both-sides/problem-text.ts';
import { pixStanding, type Standing } from '../both-sides/standing.ts';
import { clockText, secondsUntil } from '../both-sides/time-left.ts';
import { copyText } from './copy.ts';
import { byId, isBusy, say, setBusy } from './dom.ts';
import type { Page, Part } from './page.ts';

/** The code, its copy button and how long it lasts. */
export const createPix = (page: Page): Part => {
  const panel = byId('panel-PIX', HTMLElement);
  const image = byId('pix-qr', HTMLImageElement);
  const code = byId('pix-code', HTMLInputElement);
  const countdown = byId('pix-countdown', HTMLElement);

  startCopying(page, code);
  for (const button of panel.querySelectorAll<HTMLButtonElement>('[data-action="create-pix"]')) {
    button.addEventListener('click', () => void askForCode(page, button));
  }

  const stand = (): Standing => {
    const standing = pixStanding(page.state(), page.nowMs());
    panel.dataset['standing'] = standing;
    return standing;
  };

  return {
    show: ({ pix }, previous) => {
      if (typeof pix?.qrCodeBase64 === 'string') image.src = `data:image/png;base64,${pix.qrCodeBase64}`;
      if (typeof pix?.emv === 'string') code.value = pix.emv;
      const isNew = previous !== null && typeof pix?.emv === 'string' && previous.pix?.emv !== pix.emv;
      if (stand() === 'ready' && isNew) focusCode(page);
    },
    tick: (nowMs) => {
      const { pix } = page.state();
      if (pix === null) return;
      if (stand() === 'ready') countdown.textContent = clockText(secondsUntil(pix.expiresAt, nowMs));
    },
  };
};

/** The button that asked is gone, so the focus goes to what it made. */
const focusCode = ({ texts, announce }: Page): void => {
  if (byId('panel-PIX', HTMLElement).hidden) return;
  byId('pix-heading', HTMLElement).focus();
  announce(texts.pix.waiting);
};

const askForCode = async (page: Page, button: HTMLButtonElement): Promise<void> => {
  if (isBusy(button)) return;
  const label = button.textContent;
  const problem = byId('pix-problem', HTMLElement);
  say(problem, null);
  setBusy(button, true, page.texts.pix.creating);
  const answer = await page.api.createAttempt({ paymentMethod: 'PIX' });
  setBusy(button, false, label);
  if (answer.isOk) page.apply(answer.body);
  else {
    say(problem, problemText(page.texts, answer.problem));
    await page.refresh();
  }
};

/** How long the button says that it worked. */
const copiedForMs = 3_000;

const startCopying = ({ texts, announce }: Page, code: HTMLInputElement): void => {
  const button = byId('pix-copy', HTMLButtonElement);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const reset = (): void => {
    button.textContent = texts.pix.copy;
    button.classList.remove('done');
  };
  button.addEventListener('click', () => {
    void copyText(code).then((isCopied) => {
      clearTimeout(timer);
      button.textContent = isCopied ? texts.pix.copied : texts.pix.copyFailed;
      button.classList.toggle('done', isCopied);
      announce(button.textContent);
      timer = setTimeout(reset, copiedForMs);
    });
  });
  code.addEventListener('focus', () => code.select());
};
