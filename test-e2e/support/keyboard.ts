import { type Page } from 'playwright-core';

/** What keeps somebody without a mouse from using a screen; nothing where it can be used. */
export interface KeyboardFaults {
  /** Visible and enabled, and never reached by Tab. */
  readonly unreached: readonly string[];
  /** It does something when it is clicked, and cannot have the focus. */
  readonly clickOnly: readonly string[];
  /** It looks the same with the focus as without. */
  readonly unseen: readonly string[];
  /** Tab leads nowhere from here. */
  readonly traps: readonly string[];
}

export const usable: KeyboardFaults = { unreached: [], clickOnly: [], unseen: [], traps: [] };

/**
 * Evaluated through the browser's debugger, as the page's policy allows no script of ours. React keeps the handlers of an
 * element beside it, which tells of those that a style makes look like a button.
 */
const prepare = `(() => {
  document.activeElement?.blur();
  const within = document.querySelector('dialog[open]') ?? document;
  const isVisible = (at) => at.checkVisibility({ visibilityProperty: true }) && at.getClientRects().length > 0;
  const isGroupMember = (at) => at.type === 'radio' && !at.checked &&
    [...document.getElementsByName(at.name)].some((other) => other !== at && (other.checked || other.compareDocumentPosition(at) & 4));
  const nameOf = (at) => {
    const text = at.getAttribute('aria-label') ?? at.name ?? '';
    return (at.localName + ' ' + (text || at.textContent.trim().slice(0, 40) || at.className)).trim();
  };
  const lookOf = (at) => {
    const { outline, boxShadow, borderColor, backgroundColor } = getComputedStyle(at);
    return [outline, boxShadow, borderColor, backgroundColor].join('|');
  };
  const natural = 'a[href], button, input, select, textarea, summary, [tabindex]';
  const wanted = [...within.querySelectorAll(natural)].filter(
    (at) => at.tabIndex >= 0 && !at.matches(':disabled') && isVisible(at) && !isGroupMember(at) && at.type !== 'hidden',
  );
  const handlersOf = (at) => at[Object.keys(at).find((key) => key.startsWith('__reactProps$'))] ?? {};
  const clickOnly = [...within.querySelectorAll('*')].filter(
    (at) => handlersOf(at).onClick !== undefined && isVisible(at) && at.tabIndex < 0 && !at.matches(':disabled'),
  );
  window.keyboardWalk = { wanted, looks: new Map(wanted.map((at) => [at, lookOf(at)])), reached: new Set(), lookOf, nameOf };
  return { count: wanted.length, clickOnly: clickOnly.map(nameOf) };
})()`;

const step = `(() => {
  const { looks, reached, lookOf, nameOf } = window.keyboardWalk;
  const at = document.activeElement;
  if (at === null || at === document.body) return { kind: 'outside' };
  const isKnown = reached.has(at);
  reached.add(at);
  const isUnseen = looks.has(at) && looks.get(at) === lookOf(at);
  return { kind: isKnown ? 'again' : 'new', name: nameOf(at), isUnseen };
})()`;

const missing = `(() => {
  const { wanted, reached, nameOf } = window.keyboardWalk;
  return wanted.filter((at) => at.isConnected && !reached.has(at)).map(nameOf);
})()`;

interface Step {
  readonly kind: 'outside' | 'again' | 'new';
  readonly name?: string;
  readonly isUnseen?: boolean;
}

/** Presses Tab until everything was there, as somebody does who has no mouse; within the dialog where one is open. */
export const walkByKeyboard = async (page: Page): Promise<KeyboardFaults> => {
  const { count, clickOnly } = await page.evaluate<{ readonly count: number; readonly clickOnly: string[] }>(prepare);
  const [unseen, traps]: [string[], string[]] = [[], []];
  let before = '';
  // The walk may begin in the middle, and a date has parts of its own that Tab stops at.
  for (let pressed = 0; pressed < count * 2 + spare; pressed += 1) {
    await page.keyboard.press('Tab');
    const { kind, name = '', isUnseen } = await page.evaluate<Step>(step);
    if (isUnseen === true && kind === 'new') unseen.push(name);
    if (kind === 'again' && name !== before && (await page.evaluate<string[]>(missing)).length === 0) break;
    before = name;
  }
  const unreached = await page.evaluate<string[]>(missing);
  if (unreached.length > 0 && before !== '' && (await isStuck(page))) traps.push(before);
  return { unreached, clickOnly, unseen, traps };
};

const spare = 40;

/** A date has three parts and a button; what Tab does not leave after ten steps is a trap. */
const isStuck = async (page: Page): Promise<boolean> => {
  const place = 'window.keyboardWalk.nameOf(document.activeElement ?? document.body)';
  const first = await page.evaluate<string>(place);
  for (let pressed = 0; pressed < 10; pressed += 1) {
    await page.keyboard.press('Tab');
    if ((await page.evaluate<string>(place)) !== first) return false;
  }
  return true;
};

/** The element that has the focus, as the walk names it. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate<string>(
    `(({ activeElement: at }) => (at?.localName ?? '') + (at?.id ? '#' + at.id : '') + ' ' + (at?.textContent ?? '').trim().slice(0, 40))(document)`,
  );
