import { source as axe, type AxeResults, type NodeResult, type Result } from 'axe-core';
import { type Page } from 'playwright-core';

/** A page, or what one of its frames shows. */
type Audited = Pick<Page, 'evaluate'>;

export interface PageAudit {
  /** By axe's rules for WCAG 2.2 AA and for good practice; each names the rule, the element and the fault. */
  readonly violations: readonly string[];
  readonly isWiderThanScreen: boolean;
}

/** The audit of a page without faults. */
export const faultless: PageAudit = { violations: [], isWiderThanScreen: false };

/** The faults of the part of a page that is visible now. */
export const audit = async (page: Audited): Promise<PageAudit> => ({
  violations: await violationsOf(page),
  isWiderThanScreen: await isWiderThanScreen(page),
});

export const isWiderThanScreen = (page: Audited): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');

const options = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  rules: { 'target-size': { enabled: true } },
  // Only rules that are off by default read style sheets, and the page's policy would refuse the requests.
  preload: false,
  // Selectors of what passes would take longer than the rules.
  resultTypes: ['violations', 'incomplete'],
};

/** Evaluated through the browser's debugger, which the content security policy of the page does not concern. */
const violationsOf = async (page: Audited): Promise<readonly string[]> => {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe);
  const { violations, incomplete } = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(options)})`);
  return [...violations, ...incomplete.map(invisible)].flatMap(told);
};

/** axe leaves undecided whether a text that has the colour of its background is meant to be seen. */
const invisible = (result: Result): Result => ({
  ...result,
  nodes: result.nodes.filter(({ any }) =>
    any.some(({ data }: { readonly data: unknown }) => (data as Data)?.messageKey === 'equalRatio'),
  ),
});

type Data = { readonly messageKey?: string } | null;

const told = ({ id, nodes }: Result): readonly string[] =>
  nodes.map(({ target, failureSummary = 'undecided' }: NodeResult) => `${id} ${target.join(' ')}: ${failureSummary}`);
