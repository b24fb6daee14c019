import { html } from './html';

describe('markup', () => {
  it('escapes what it is given, between tags and in attributes', () => {
    const given = `<img src=x onerror='alert("1")'>&`;
    const escaped = '&lt;img src=x onerror=&#39;alert(&quot;1&quot;)&#39;&gt;&amp;';
    expect(html`<p title="${given}">${given}</p>`.text).toBe(`<p title="${escaped}">${escaped}</p>`);
  });

  it('keeps markup as it is, one piece or a list', () => {
    const items = [html`<b>${1}</b>`, html`<b>${'<'}</b>`];
    expect(html`<p>${items}${html`<i>2</i>`}</p>`.text).toBe('<p><b>1</b><b>&lt;</b><i>2</i></p>');
  });
});
