import express, { type Router } from 'express';
import { type KeptMail, type MailboxTable } from '../store/mailbox-table';

const shownMax = 50;

/** GET /mailbox: the mails for a person to read, newest first. Links can be followed. */
export const mailboxPage = (mailbox: MailboxTable): Router => {
  const router = express.Router();
  router.get('/mailbox', async (_request, response) => {
    const mails = await mailbox.list(undefined, shownMax);
    response
      .set('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      .set('referrer-policy', 'no-referrer')
      .type('html')
      .send(pageOf(mails));
  });
  return router;
};

const pageOf = (mails: readonly KeptMail[]): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mailbox of the sandbox</title>
<style>body{font:16px/1.5 system-ui;max-width:44rem;margin:2rem auto;padding:0 1rem}article{border-top:1px solid #999;padding:1rem 0}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}</style>
</head><body><h1>Mailbox of the sandbox</h1>
${mails.length === 0 ? '<p>No mail has come.</p>' : mails.map(articleOf).join('\n')}
</body></html>`;

const articleOf = ({ to, from, subject, text, receivedAt }: KeptMail): string =>
  `<article><h2>${escaped(subject)}</h2><p>${escaped(from)} → ${escaped(to)}, <time>${receivedAt}</time></p><pre>${linked(escaped(text))}</pre></article>`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const linked = (text: string): string =>
  text.replaceAll(/https?:\/\/[^\s&]+/g, (address) => `<a href="${address}" rel="noreferrer">${address}</a>`);
