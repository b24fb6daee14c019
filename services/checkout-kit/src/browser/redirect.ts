import { viewOf, type Payable } from '../both-sides/payable.ts';
import { isWebAddress } from '../both-sides/return-address.ts';
import { filled } from '../both-sides/texts.ts';
import { byId } from './dom.ts';
import { type Voice } from './page.ts';

/** Time to read that it worked; who wants more can stay. */
const redirectSeconds = 8;

let timer: ReturnType<typeof setInterval> | undefined;

/** Ends the countdown. Once it has ended it does not begin again. */
export const stayHere = (): void => {
  clearInterval(timer);
  for (const id of ['paid-countdown', 'paid-stay']) byId(id, HTMLElement).hidden = true;
};

/** The way back to the shop: a link, and a short countdown when the payment has just arrived. */
export const offerReturn = (page: Voice, { status, redirectUrl }: Payable, isJustPaid: boolean): void => {
  if (redirectUrl === null || !isWebAddress(redirectUrl)) return;
  const isPaid = viewOf(status) === 'paid';
  const link = byId(isPaid ? 'paid-back' : 'ended-back', HTMLAnchorElement);
  link.href = redirectUrl;
  if (isPaid) byId('paid-redirect', HTMLElement).hidden = false;
  else link.hidden = false;
  if (isPaid && isJustPaid && timer === undefined) countDown(page, redirectUrl);
};

const countDown = ({ texts: { paid } }: Voice, url: string): void => {
  const text = byId('paid-countdown', HTMLElement);
  const stay = byId('paid-stay', HTMLButtonElement);
  let seconds = redirectSeconds;
  const show = (): void => {
    text.textContent = filled(paid.redirecting, { seconds: String(seconds) });
  };
  stay.addEventListener('click', () => {
    stayHere();
    byId('paid-back', HTMLAnchorElement).focus();
  });
  text.hidden = false;
  stay.hidden = false;
  show();
  timer = setInterval(() => {
    seconds -= 1;
    show();
    if (seconds > 0) return;
    stayHere();
    window.location.assign(url);
  }, 1_000);
};
