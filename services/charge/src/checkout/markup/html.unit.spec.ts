import { html } from './html';

describe('markup', () => {
  it('escapes what it is given, between tags and in attributes', () => {
    const given = `<img src=x onerror='alert("1")'>&`;
    expect(html`<p title="${given}">${given}</p>`.text).toBe(
      '<p title="&lt;img src=x onerror=&#39;alert(&quot;1&quot;)&#39;&gt;&amp;">&lt;img src=x onerror=&#39;alert(&quot;1&quot;)&#39;&gt;&amp;</p>',
    );
  });

  it('keeps markup as it is, one piece or a list', () => {
    expect(
      html`<ul>
        ${[html`<li>${1}</li>`, html`<li>${'<'}</li>`]}${html`<br />`}
      </ul>`.text,
    ).toBe('<ul><li>1</li><li>&lt;</li><br></ul>');
  });
});
