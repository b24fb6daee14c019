import { hello, type FrameMessage } from '../both-sides/frame-messages.ts';
import { statusAt, type Payable, type PayableStatus } from '../both-sides/payable.ts';
import { type Page, type Part } from './page.ts';

type Tell = (message: FrameMessage) => void;

/**
 * Speaks to the page around this one once that has said hello, and only where its origin is one of those: the browser
 * vouches for it, and a page that moved on to another address meanwhile gets nothing. The newest message of each kind is kept
 * until then.
 */
export const openFrameTalk = (origins: readonly string[]): Tell => {
  const newest = new Map<FrameMessage['type'], FrameMessage>();
  let parentOrigin: string | undefined;
  const send: Tell = (message) => {
    if (parentOrigin !== undefined) window.parent.postMessage(message, parentOrigin);
  };
  const tell: Tell = (message) => {
    newest.set(message.type, message);
    send(message);
  };
  window.addEventListener('message', ({ source, origin, data }) => {
    if (source !== window.parent || data !== hello || !origins.includes(origin)) return;
    parentOrigin = origin;
    newest.forEach(send);
  });
  new ResizeObserver(() => {
    tell({ type: 'repasse:height', height: document.body.getBoundingClientRect().height });
  }).observe(document.body);
  return tell;
};

interface TalkOptions {
  /** Of what is paid. */
  readonly chargeId: string;
  readonly origins: readonly string[];
}

/** Tells the page around this one what has become of the payment, by the page's own clock as what the payer sees. */
export const createFrameTalk = <S extends Payable>(page: Page<S>, { chargeId, origins }: TalkOptions): Part<S> => {
  const tell = openFrameTalk(origins);
  let told: PayableStatus | undefined;
  const look = (): void => {
    const status = statusAt(page.state(), page.nowMs());
    if (status === told) return;
    told = status;
    const message = messageOf(status, chargeId);
    if (message !== undefined) tell(message);
  };
  return { show: look, tick: look };
};

const messageOf = (status: PayableStatus, chargeId: string): FrameMessage | undefined => {
  switch (status) {
    case 'PENDING':
    case 'PROCESSING':
      return undefined;
    case 'PAID':
    case 'REFUNDED':
      return { type: 'repasse:paid', chargeId };
    case 'EXPIRED':
      return { type: 'repasse:expired', chargeId };
    case 'CANCELED':
      return { type: 'repasse:failed', chargeId, code: 'canceled' };
    case 'FAILED':
      return { type: 'repasse:failed', chargeId, code: 'failed' };
  }
};
