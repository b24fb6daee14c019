import { type Payable, type PixCode, type Standing } from '../both-sides/payable.ts';
import { pngSource } from '../both-sides/png-source.ts';
import { startCopying } from './copy.ts';
import { byId } from './dom.ts';
import { type Page, type Part, type Voice } from './page.ts';
import { showTimeLeft } from './show-time-left.ts';
import { showStanding } from './standing.ts';

interface PixOptions<S extends Payable> {
  readonly codeOf: (state: S) => PixCode | null;
  readonly standingOf: (state: S, nowMs: number) => Standing;
}

/** The code, its copy button and how long it lasts. */
export const createPixCode = <S extends Payable>(page: Page<S>, { codeOf, standingOf }: PixOptions<S>): Part<S> => {
  const panel = byId('panel-PIX', HTMLElement);
  const image = byId('pix-qr', HTMLImageElement);
  const code = byId('pix-code', HTMLInputElement);
  const receiver = byId('pix-receiver', HTMLElement);
  startCopying(page, { field: 'pix-code', button: 'pix-copy', words: page.texts.pix });

  const stand = (): Standing => {
    const standing = standingOf(page.state(), page.nowMs());
    showStanding(page, panel, standing);
    return standing;
  };

  return {
    show: (state, previous) => {
      const pix = codeOf(state);
      if (typeof pix?.qrCodeBase64 === 'string') image.src = pngSource(pix.qrCodeBase64);
      if (typeof pix?.emv === 'string') code.value = pix.emv;
      if (typeof pix?.receiverName === 'string') receiver.textContent = pix.receiverName;
      const isNew = previous !== null && typeof pix?.emv === 'string' && codeOf(previous)?.emv !== pix.emv;
      if (stand() === 'ready' && isNew && !panel.hidden) focusCode(page);
    },
    tick: (nowMs) => {
      const pix = codeOf(page.state());
      if (pix === null) return;
      const { validFor, validUntil } = page.texts.pix;
      if (stand() === 'ready')
        showTimeLeft(page, 'pix-validity', { countdown: validFor, until: validUntil }, pix.expiresAt, nowMs);
    },
  };
};

/** The button that asked is gone, so the focus goes to what it made. */
const focusCode = ({ texts, announce }: Voice): void => {
  byId('pix-heading', HTMLElement).focus();
  announce(texts.pix.waiting);
};
