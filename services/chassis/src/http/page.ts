import { createHash } from 'node:crypto';

/** A page that needs nothing from anywhere else, so that it also opens where no CDN does. */
export interface Page {
  readonly html: string;
  /** What the content security policy allows: this style and nothing else. */
  readonly styleHash: string;
}

const style = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1a1a1a; }
h2 { border-top: 1px solid #ccc; padding-top: 1rem; font-size: 1.15rem; } h3 { font-size: 1rem; }
code { font-family: ui-monospace, monospace; } .method { font-weight: 700; margin-right: .5rem; }
td code { overflow-wrap: anywhere; } table { border-collapse: collapse; width: 100%; } th, td { text-align: left; vertical-align: top; padding: .25rem .75rem .25rem 0; }
pre { background: #f4f4f4; padding: 1rem; overflow-x: auto; } :target { background: #fff3c4; }
`;

/** `body` is safe markup. */
export const page = (title: string, body: string): Page => ({
  html: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(title)}</title>
<style>${style}</style></head><body>${body}
</body></html>`,
  styleHash: createHash('sha256').update(style).digest('base64'),
});

export const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
