import { frameAddressOf, frameHeightPx, frameMessageOf, hello } from '../both-sides/frame-messages.ts';

/** How long the page in the frame has to answer, once the frame has loaded something. */
const answerTimeoutMs = 5_000;

/** No form of the shop's is in reach; the page talks to us, may copy, print, and open the support contact in a tab. */
const sandbox = 'allow-scripts allow-same-origin allow-forms allow-modals allow-popups allow-popups-to-escape-sandbox';

const titles = { pt: 'Pagamento por PIX', en: 'Payment by PIX' };

/**
 * `<repasse-pix src="{checkoutUrl}">`: the PIX code of a charge in a frame of the shop's page. It fires `paid`, `expired`
 * and `error`; what was paid is told by webhook.
 */
class RepassePix extends HTMLElement {
  static readonly observedAttributes = ['src', 'lang'];
  private frame: HTMLIFrameElement | undefined;
  private origin = '';
  private isAwaited = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  connectedCallback(): void {
    window.addEventListener('message', this.hear);
    this.open();
  }

  disconnectedCallback(): void {
    window.removeEventListener('message', this.hear);
    this.close();
  }

  attributeChangedCallback(): void {
    this.open();
  }

  /** Attributes that change together open one frame, after those who listen have been added. */
  private open(): void {
    if (this.isAwaited) return;
    this.isAwaited = true;
    queueMicrotask(() => {
      this.isAwaited = false;
      this.close();
      if (this.isConnected) this.show();
    });
  }

  private close(): void {
    clearTimeout(this.timer);
    this.frame?.remove();
    this.frame = undefined;
  }

  private show(): void {
    const src = this.getAttribute('src');
    if (src === null) return;
    const lang = this.getAttribute('lang');
    const url = frameAddressOf(src, lang);
    if (url === undefined) {
      this.tell('error', { code: 'invalid_src' });
      return;
    }
    this.origin = url.origin;
    const frame = document.createElement('iframe');
    frame.title = titles[lang?.startsWith('en') === true ? 'en' : 'pt'];
    frame.setAttribute('sandbox', sandbox);
    frame.allow = 'clipboard-write';
    frame.referrerPolicy = 'no-referrer';
    // By script: a policy without inline styles allows this, and not an attribute.
    frame.style.cssText = 'display:block;width:100%;border:0';
    frame.height = String(frameHeightPx(0));
    frame.addEventListener('load', () => this.greet(frame));
    frame.src = url.href;
    this.frame = frame;
    this.append(frame);
  }

  /** Also when the payer has chosen another language, which loads the frame again. */
  private greet(frame: HTMLIFrameElement): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.tell('error', { code: 'not_shown' }), answerTimeoutMs);
    frame.contentWindow?.postMessage(hello, this.origin);
  }

  private readonly hear = ({ source, origin, data }: MessageEvent<unknown>): void => {
    const { frame } = this;
    if (frame === undefined || source !== frame.contentWindow || origin !== this.origin) return;
    const message = frameMessageOf(data);
    if (message === undefined) return;
    clearTimeout(this.timer);
    if (message.type === 'repasse:height') frame.height = String(frameHeightPx(message.height));
    else if (message.type === 'repasse:failed') this.tell('error', { chargeId: message.chargeId, code: message.code });
    else this.tell(message.type.slice('repasse:'.length), { chargeId: message.chargeId });
  };

  private tell(type: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

// Loaded twice, the first stays.
if (customElements.get('repasse-pix') === undefined) customElements.define('repasse-pix', RepassePix);
