import { ssrRenderAttrs } from 'vue/server-renderer';
import { useSSRContext } from 'vue';
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js';
const __pageData = JSON.parse(
  '{"title":"Guides","description":"","frontmatter":{},"headers":[],"relativePath":"index.md","filePath":"README.md"}',
);
const _sfc_main = { name: 'index.md' };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="guides" tabindex="-1">Guides <a class="header-anchor" href="#guides" aria-label="Permalink to &quot;Guides&quot;">​</a></h1><p>Short, in the order in which an integration is built. The commands in them are run by the tests of this project, as they are written here.</p><ol><li><a href="./quick-start">Quick start</a>: from nothing to a paid charge, with curl.</li><li><a href="./operations">Which operation when</a>: four ways to take money, and their words.</li><li><a href="./webhooks">Webhooks and the feed of events</a>: hear of payments, verify signatures, catch up.</li><li><a href="./refunds">Refunds</a>: give money back, in full or in part.</li><li><a href="./disputes">Disputes</a>: when the payer&#39;s bank wants the money back.</li><li><a href="./crypto">Payments in coins</a>: an invoice in reais or dollars, paid in a cryptocurrency.</li><li><a href="./find-a-payment">Find a payment</a>: by payer, receipt or amount, in a spreadsheet; erase a payer.</li><li><a href="./errors">Errors and retries</a>: problems, <code>Idempotency-Key</code>, when to try again.</li><li><a href="./testing">Testing with the sandbox</a>: test cards, chaos, the clock.</li><li><a href="./going-live">Going live</a>: settings, credentials, monitoring, checks before the first real payment.</li></ol><p>Every operation and webhook is described at <code>/docs</code> of your installation, every problem code at <code>/docs/errors</code>.</p></div>`,
  );
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add('README.md');
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const README = /* @__PURE__ */ _export_sfc(_sfc_main, [['ssrRender', _sfc_ssrRender]]);
export { __pageData, README as default };
