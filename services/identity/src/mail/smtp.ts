import { createTransport } from 'nodemailer';
import { type Letter } from './mail';

/** Says whether the server took a letter. */
export interface MailServer {
  /** `refused`: it will not take it later either (a reply of 5xx, RFC 5321 4.2.1). Throws nothing. */
  send(
    letter: Letter,
  ): Promise<{ readonly outcome: 'sent' } | { readonly outcome: 'refused' | 'unavailable'; readonly detail: string }>;
  close(): void;
}

/** An SMTP server answers its slowest step, the end of the data, within ten minutes (RFC 5321 4.5.3.2); ours waits less and tries again. */
const timeoutMs = 20_000;

export const connectSmtp = ({ url, from }: { readonly url: string; readonly from: string }): MailServer => {
  const transport = createTransport(
    {
      url,
      ...{ connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs, dnsTimeout: timeoutMs },
      // Nothing of a letter is read from files or the network.
      ...{ disableFileAccess: true, disableUrlAccess: true },
    },
    { from },
  );
  return {
    send: async ({ to, subject, text }) => {
      try {
        // Robots are not to answer it (RFC 3834).
        await transport.sendMail({
          to: { name: '', address: to },
          subject,
          text,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
        return { outcome: 'sent' };
      } catch (fault) {
        const { responseCode = 0, code = 'unknown' } = fault as {
          readonly responseCode?: number;
          readonly code?: string;
        };
        // Without the server's words, which may repeat the address.
        const detail = responseCode > 0 ? `${code} ${String(responseCode)}` : code;
        return { outcome: responseCode >= 500 && code !== 'EAUTH' ? 'refused' : 'unavailable', detail };
      }
    },
    close: () => transport.close(),
  };
};
