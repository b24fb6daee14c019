import { problemCodes, type ProblemCode } from '@repasse/contracts';
import { escapeMarkup } from '@repasse/values/texts/markup';
import { page, type Page } from './page';

const intro =
  'Every problem carries a code, which is never renamed: branch on it. Its type leads to the code on this page.';

/** The page to which every problem's `type` leads: each code and how to handle it. `above` is markup for its top. */
export const errorsPage = (above = ''): Page =>
  page(
    'Problem codes',
    `${above}
<main>
<h1>Problem codes</h1>
<p>${intro}</p>
${Object.values(problemCodes).map(section).join('\n')}
</main>`,
  );

const section = ({ code, status, title, meaning }: ProblemCode): string => `
<h2 id="${escapeMarkup(code)}"><code>${escapeMarkup(code)}</code> <small>${status}</small></h2>
<p><strong>${escapeMarkup(title)}.</strong> ${escapeMarkup(meaning)}</p>`;
