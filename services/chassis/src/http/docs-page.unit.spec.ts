import { mergedOpenApi } from '@repasse/contracts';
import { docsPage } from './docs-page';

describe('the documentation page of the whole API', () => {
  const { html } = docsPage(mergedOpenApi());
  const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));

  it('shows what references point to, never the reference', () => {
    expect(html).not.toContain('#/components/');
    expect(html).toContain('The request has faults; errors[] names every one.');
  });

  it('has a section for every link', () => {
    const links = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);

    expect(links.length).toBeGreaterThan(20);
    expect(links.filter((id) => !ids.has(id ?? ''))).toEqual([]);
  });
});
