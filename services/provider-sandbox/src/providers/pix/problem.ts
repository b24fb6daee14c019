import { type ProviderAnswer } from '../answer';

/** One broken rule, as API Pix names it. */
export interface Violation {
  readonly razao: string;
  readonly propriedade: string;
  readonly valor?: string;
}

/** The error types of API Pix that this PSP uses, with the status and title the specification's examples give them. */
const types = {
  RequisicaoInvalida: { status: 400, title: 'Requisição inválida.' },
  AcessoNegado: { status: 403, title: 'Acesso Negado' },
  NaoEncontrado: { status: 404, title: 'Não Encontrado' },
  ErroInternoDoServidor: { status: 500, title: 'Erro Interno do Servidor' },
  ServicoIndisponivel: { status: 503, title: 'Serviço Indisponível' },
  CobNaoEncontrado: { status: 404, title: 'Cobrança não encontrada.' },
  CobOperacaoInvalida: { status: 400, title: 'Cobrança inválida.' },
  CobConsultaInvalida: { status: 400, title: 'Consulta inválida.' },
  CobPayloadNaoEncontrado: { status: 404, title: 'Cobrança não encontrada.' },
  PixNaoEncontrado: { status: 404, title: 'Pix não encontrado.' },
  PixConsultaInvalida: { status: 400, title: 'Consulta inválida.' },
  PixDevolucaoNaoEncontrada: { status: 404, title: 'Devolução não encontrada.' },
  PixDevolucaoInvalida: { status: 400, title: 'Devolução inválida.' },
  PixEnviadoNaoEncontrado: { status: 404, title: 'Pix enviado não encontrado.' },
  WebhookNaoEncontrado: { status: 404, title: 'Webhook não encontrado.' },
  WebhookOperacaoInvalida: { status: 400, title: 'Webhook inválido.' },
  WebhookConsultaInvalida: { status: 400, title: 'Consulta inválida.' },
} as const;

type PixProblemType = keyof typeof types;

/** The standard's errors are RFC 7807 with a type of the central bank and a list of violations. */
export const pixProblem = (
  type: PixProblemType,
  detail: string,
  violacoes: readonly Violation[] = [],
  status: number = types[type].status,
): ProviderAnswer => ({
  status,
  contentType: 'application/problem+json',
  body: {
    type: `https://pix.bcb.gov.br/api/v2/error/${type}`,
    title: types[type].title,
    status,
    detail,
    ...(violacoes.length === 0 ? {} : { violacoes }),
  },
});
