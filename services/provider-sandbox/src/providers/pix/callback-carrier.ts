import { type CallbackCarrier } from '../../callbacks/carrier';

/** API Pix leaves the schedule to the PSP; this one gives up after about an hour, as some real ones do. */
const retryDelaysMs = [1_000, 5_000, 30_000, 120_000, 600_000, 3_000_000];

/** The standard has no signature; real PSPs show a client certificate instead. */
export const pixCarrier: CallbackCarrier = {
  retryDelaysMs,
  prepare: async ({ address }) => ({
    url: callbackUrl(address),
    headers: { 'user-agent': 'Repasse-Sandbox-PSP' },
  }),
};

/** The standard appends /pix to the registered address. A query string (`?hmac=…`) stays behind the path. */
export const callbackUrl = (webhookUrl: string): string => {
  const url = new URL(webhookUrl);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/pix`;
  return url.href;
};
