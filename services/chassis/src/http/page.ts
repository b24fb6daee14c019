import { createHash } from 'node:crypto';
import { escapeMarkup } from '@repasse/values/texts/markup';
import { securityHeaders } from './security-headers';

/** A page that needs nothing from anywhere else, so that it also opens where no CDN does. */
export interface Page {
  readonly html: string;
  /** The hash of the only style the content security policy allows. */
  readonly styleHash: string;
}

const style = `
:root { color-scheme: light dark; background: Canvas; color: CanvasText; --line: #8884; --code: #8882; }
body { font: 16px/1.55 system-ui, sans-serif; max-width: 52rem; margin: 0 auto; padding: 0 1rem 3rem; overflow-wrap: break-word; }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; padding: .75rem 0; border-bottom: 1px solid var(--line); }
h1 { font-size: 1.6rem; line-height: 1.25; } h3 { font-size: 1rem; }
h2 { border-top: 1px solid var(--line); margin-top: 2rem; padding-top: 1rem; font-size: 1.2rem; overflow-wrap: anywhere; }
code { font: .9em ui-monospace, monospace; background: var(--code); border-radius: 3px; padding: .1em .25em; overflow-wrap: anywhere; }
pre { background: var(--code); border-radius: 6px; padding: .75rem 1rem; overflow-x: auto; }
pre code { background: none; padding: 0; overflow-wrap: normal; }
.wide { overflow-x: auto; } td { min-width: 6rem; } td code { overflow-wrap: normal; } table { border-collapse: collapse; min-width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); }
:target { background: #fc06; }
`;

/** `body` is safe markup; `language` is that of its words. */
export const page = (title: string, body: string, language = 'en'): Page => ({
  html: `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeMarkup(title)}</title><link rel="icon" href="data:,">
<style>${style}</style></head><body>${body}
</body></html>`,
  styleHash: createHash('sha256').update(style).digest('base64'),
});

/** The one picture is the empty icon, without which browsers ask for /favicon.ico. */
export const pageHeaders = ({ styleHash }: Page): Readonly<Record<string, string>> =>
  securityHeaders({ 'style-src': [`'sha256-${styleHash}'`], 'img-src': ['data:'] });
