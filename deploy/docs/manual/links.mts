import { posix } from 'node:path';

type Attribute = [name: string, value: string];

/** A token of markdown-it, as far as links are concerned. */
export interface Token {
  type: string;
  tag: string;
  attrs: Attribute[] | null;
  readonly children: Token[] | null;
}

/** Pages for those who develop the system. Others name them without a link. */
export const leftOut: readonly string[] = ['performance.md'];

/**
 * Pages link to files, so that they lead on in a clone and on a forge. Here README.md is index.md, the guides are another
 * site, a file that is no page is loaded and not drawn, and files outside docs/ are named without a link.
 */
export const mendLinks = (tokens: readonly Token[], page: string): void => {
  const open: Token[] = [];
  for (const token of tokens) {
    if (token.type === 'link_open') open.push(mended(token, page));
    if (token.type === 'link_close' && open.pop()?.tag === 'span') asText(token, 'span_close');
    if (token.children !== null) mendLinks(token.children, page);
  }
};

const mended = (token: Token, page: string): Token => {
  const to = token.attrs?.find(([name]) => name === 'href')?.[1] ?? '';
  if (/^(https?:|\/|#)/.test(to)) return token;
  const target = posix.join(posix.dirname(page), to);
  if (target.startsWith('..') || leftOut.includes(target)) return asText(token, 'span_open');
  if (target.startsWith('guides/')) token.attrs = elsewhere(`/${target.replace(/(README)?\.md/, '')}`);
  else if (/\.md(#.*)?$/.test(to)) token.attrs = [['href', to.replace('README.md', 'index.md')]];
  else token.attrs = elsewhere(to);
  return token;
};

/** With a target of its own, a link is the browser's and not the site's. */
const elsewhere = (to: string): Attribute[] => [
  ['href', to],
  ['target', '_self'],
];

const asText = (token: Token, type: string): Token => Object.assign(token, { type, tag: 'span', attrs: null });
