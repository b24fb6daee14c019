import { html, type Markup } from './html.ts';

/** Drawn by hand and inline, so that nothing more is loaded. All are decoration: the words beside them say it. */
const icon = (paths: Markup): Markup =>
  html`<svg
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    stroke-width="2"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    ${paths}
  </svg>`;

export const lockIcon = icon(
  html`<rect x="5" y="11" width="14" height="9" rx="2" /> <path d="M8 11V8a4 4 0 0 1 8 0v3" />`,
);

export const methodIcons = {
  PIX: icon(html`<path d="M12 3 21 12 12 21 3 12Z" /> <path d="M7.5 7.5 12 12l4.5-4.5M7.5 16.5 12 12l4.5 4.5" />`),
  CREDIT_CARD: icon(html`<rect x="3" y="5" width="18" height="14" rx="2" /> <path d="M3 10h18M7 15h3" />`),
  INTERNATIONAL: icon(
    html`<circle cx="12" cy="12" r="9" /> <path d="M3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18" />`,
  ),
} as const;

export const doneIcon = icon(html`<circle cx="12" cy="12" r="10" /> <path d="m7.5 12.5 3 3 6-6.5" />`);

export const endedIcon = icon(html`<circle cx="12" cy="12" r="10" /> <path d="M12 7v6M12 16.5v.5" />`);
