import { ssrRenderAttrs } from 'vue/server-renderer';
import { useSSRContext } from 'vue';
import { _ as _export_sfc } from './plugin-vue_export-helper.1tPrXgE0.js';
const __pageData = JSON.parse(
  '{"title":"Guias","description":"","frontmatter":{},"headers":[],"relativePath":"pt/index.md","filePath":"pt/README.md"}',
);
const _sfc_main = { name: 'pt/index.md' };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(
    `<div${ssrRenderAttrs(_attrs)}><h1 id="guias" tabindex="-1">Guias <a class="header-anchor" href="#guias" aria-label="Permalink to &quot;Guias&quot;">​</a></h1><p>Curtos e na ordem em que uma integração é construída. Os testes deste projeto executam os comandos como estão escritos aqui.</p><ol><li><a href="./quick-start">Primeiros passos</a>: do zero a uma cobrança paga, com curl.</li><li><a href="./operations">Qual operação usar</a>: quatro formas de receber e as palavras de cada uma.</li><li><a href="./webhooks">Webhooks e o feed de eventos</a>: receber avisos de pagamento, verificar assinaturas, recuperar o que se perdeu.</li><li><a href="./refunds">Estornos</a>: devolver dinheiro, no todo ou em parte.</li><li><a href="./disputes">Disputas</a>: quando o banco do pagador quer o dinheiro de volta.</li><li><a href="./crypto">Pagamentos em criptomoeda</a>: uma fatura em reais ou dólares, paga em criptomoeda.</li><li><a href="./find-a-payment">Encontrar um pagamento</a>: pelo pagador, comprovante ou valor, numa planilha; eliminar os dados de um pagador.</li><li><a href="./errors">Erros e novas tentativas</a>: problemas, <code>Idempotency-Key</code>, quando tentar de novo.</li><li><a href="./testing">Testes com o sandbox</a>: cartões de teste, falhas provocadas, o relógio.</li><li><a href="./going-live">Entrada em produção</a>: configuração, credenciais, monitoramento, verificações antes do primeiro pagamento real.</li></ol><p>Todas as operações e todos os webhooks estão descritos em <code>/docs</code> da sua instalação, e todos os códigos de problema, em <code>/docs/errors</code>.</p></div>`,
  );
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add('pt/README.md');
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const README = /* @__PURE__ */ _export_sfc(_sfc_main, [['ssrRender', _sfc_ssrRender]]);
export { __pageData, README as default };
