// The simulated Revolut web SDK, loaded by the merchant's page: it defines RevolutCheckout(token, mode) as the real
// one does, and shows the widget's page in a frame. Styles are set by property, because strict pages allow no others.
(() => {
  const base = new URL('.', document.currentScript.src).href;
  const origin = new URL(base).origin;
  let defaultLocale = 'en';

  const frameOf = (token, { locale = defaultLocale, title, isCardOnly = false }) => {
    const frame = document.createElement('iframe');
    const query = new URLSearchParams({ locale, view: isCardOnly ? 'card' : 'popup' });
    frame.src = `${base}pay/${encodeURIComponent(token)}?${query}`;
    frame.title = title;
    frame.allow = 'payment';
    Object.assign(frame.style, { border: '0', width: '100%', height: '100%', colorScheme: 'light' });
    return frame;
  };

  /** Calls `onMessage` with what this frame's page says, and nobody else. */
  const listenTo = (frame, onMessage) => {
    const listener = (event) => {
      if (event.origin === origin && event.source === frame.contentWindow) onMessage(event.data);
    };
    window.addEventListener('message', listener);
    return () => window.removeEventListener('message', listener);
  };

  const overlayFor = (frame, title) => {
    const overlay = document.createElement('div');
    overlay.setAttribute('role', 'dialog');
    overlay.setAttribute('aria-modal', 'true');
    overlay.setAttribute('aria-label', title);
    Object.assign(overlay.style, {
      position: 'fixed',
      inset: '0',
      zIndex: '2147483647',
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'center',
      background: 'rgba(25, 28, 31, 0.6)',
    });
    const panel = document.createElement('div');
    Object.assign(panel.style, {
      width: 'min(420px, 100%)',
      height: 'min(680px, 100%)',
      background: '#ffffff',
      borderRadius: '12px',
      overflow: 'hidden',
    });
    panel.append(frame);
    overlay.append(panel);
    return overlay;
  };

  const payWithPopup = (token, options) => {
    const title = options.locale?.startsWith('pt') ? 'Pagamento' : 'Payment';
    const frame = frameOf(token, { ...options, title });
    const overlay = overlayFor(frame, title);
    const focused = document.activeElement;

    const close = () => {
      stopListening();
      document.removeEventListener('keydown', onKey);
      overlay.remove();
      focused?.focus?.();
    };
    const cancel = () => {
      close();
      options.onCancel?.();
    };
    const onKey = ({ key }) => {
      if (key === 'Escape') cancel();
    };
    const stopListening = listenTo(frame, ({ type, error }) => {
      if (type === 'cancel') return cancel();
      if (type === 'success') {
        close();
        options.onSuccess?.();
      } else if (type === 'error') {
        close();
        options.onError?.(error);
      }
    });

    document.addEventListener('keydown', onKey);
    document.body.append(overlay);
    frame.addEventListener('load', () => frame.focus());
    return close;
  };

  const createCardField = (token, options) => {
    const frame = frameOf(token, { ...options, title: 'Card', isCardOnly: true });
    frame.style.height = '260px';
    let markReady;
    const ready = new Promise((resolve) => {
      markReady = resolve;
    });
    const stopListening = listenTo(frame, ({ type, error, errors }) => {
      if (type === 'ready') markReady();
      else if (type === 'success') options.onSuccess?.();
      else if (type === 'error') options.onError?.(error);
      else if (type === 'validation') options.onValidation?.(errors);
    });
    options.target.append(frame);
    // Messages wait until the frame is ready.
    const post = (message) => ready.then(() => frame.contentWindow?.postMessage(message, origin));
    return {
      submit: (meta = {}) => void post({ type: 'submit', name: meta.name }),
      validate: () => void post({ type: 'validate' }),
      destroy: () => {
        stopListening();
        frame.remove();
      },
    };
  };

  /** The mode says which host the real SDK speaks to. Here there is one. */
  const RevolutCheckout = (token, _mode = 'prod') => {
    const open = new Set();
    const instance = {
      payWithPopup: (options = {}) => {
        open.add(payWithPopup(token, options));
        return instance;
      },
      createCardField: (options) => {
        const field = createCardField(token, options);
        open.add(field.destroy);
        return field;
      },
      destroy: () => {
        for (const close of open) close();
        open.clear();
      },
      setDefaultLocale: (locale) => {
        defaultLocale = locale;
      },
    };
    return Promise.resolve(instance);
  };
  RevolutCheckout.setDefaultLocale = (locale) => {
    defaultLocale = locale;
  };
  window.RevolutCheckout = RevolutCheckout;
})();
