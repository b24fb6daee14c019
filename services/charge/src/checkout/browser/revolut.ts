/** As much of the provider's web SDK as we use. */
export interface PopupOptions {
  readonly name?: string;
  readonly email?: string;
  readonly locale: string;
  readonly onSuccess: () => void;
  readonly onError: (error: unknown) => void;
  readonly onCancel: () => void;
}

interface Instance {
  payWithPopup(options: PopupOptions): unknown;
}

declare global {
  interface Window {
    RevolutCheckout?: (publicToken: string, mode: 'prod' | 'sandbox') => Promise<Instance>;
  }
}

/** Long enough for a phone on a slow network; after that the payer gets a message. */
const loadTimeoutMs = 20_000;

let loading: Promise<void> | undefined;

/** Opens the provider's own form over the page. Throws when the SDK cannot be loaded. */
export const openPopup = async (
  sdkUrl: string,
  { publicToken, mode }: { readonly publicToken: string; readonly mode: 'prod' | 'sandbox' },
  options: PopupOptions,
): Promise<void> => {
  loading ??= load(sdkUrl);
  try {
    await loading;
  } catch (fault) {
    // The next try loads it anew.
    loading = undefined;
    throw fault;
  }
  if (window.RevolutCheckout === undefined) throw new Error('The SDK did not say how to call it.');
  const instance = await window.RevolutCheckout(publicToken, mode);
  instance.payWithPopup(options);
};

const load = (sdkUrl: string): Promise<void> =>
  new Promise((resolve, refuse) => {
    const script = document.createElement('script');
    const timer = setTimeout(() => refuse(new Error('The SDK took too long.')), loadTimeoutMs);
    script.src = sdkUrl;
    script.addEventListener('load', () => {
      clearTimeout(timer);
      resolve();
    });
    script.addEventListener('error', () => {
      clearTimeout(timer);
      script.remove();
      refuse(new Error('The SDK could not be loaded.'));
    });
    document.head.append(script);
  });
