import { type EventData, type EventType } from '@repasse/contracts/generated/events/index';

/** How the reader's language writes amounts and moments. */
export interface TimelineWording {
  readonly money: (amountMinor: number, currency: string) => string;
  readonly moment: (at: string) => string;
}

type Prefix = 'charge' | 'attempt' | 'payment' | 'refund' | 'dispute' | 'split' | 'funds' | 'share' | 'webhook';
/** What stands in the timeline of a charge; a missing text does not compile. */
type TypesOfCharge = Extract<EventType, `repasse.${Prefix}.${string}`>;
export type TimelineTexts = { readonly [T in TypesOfCharge]: (data: EventData[T], w: TimelineWording) => string };

/** In Portuguese, what the API says in English beside each entry. */
export const timelinePt: TimelineTexts = {
  'repasse.charge.created.v1': (e, { money }) =>
    `Cobrança de ${money(e.grossAmountMinor, e.currency)} criada; ${money(e.netAmountMinor, e.currency)} depois das tarifas${amongOthers(e.shares.length)}.`,
  'repasse.attempt.offered.v1': (e, w) =>
    `Pagamento por ${methodOf(e.paymentMethod)} oferecido: ${w.money(e.grossAmountMinor, e.currency)}${inTheirCurrency(e.fx, w)}, até ${w.moment(e.expiresAt)}.`,
  'repasse.attempt.failed.v1': (e) => `O pagamento por ${methodOf(e.paymentMethod)} falhou: ${failureOf(e)}.`,
  'repasse.attempt.expired.v1': (e) => `O prazo para pagar por ${methodOf(e.paymentMethod)} passou sem pagamento.`,
  'repasse.charge.processing.v1': (e) =>
    `O pagamento por ${methodOf(e.paymentMethod)} está em processamento; a cobrança espera o resultado.`,
  'repasse.charge.reopened.v1': (e) =>
    `O pagamento por ${methodOf(e.paymentMethod)} não deu em nada; a cobrança pode ser paga de novo.`,
  'repasse.charge.paid.v1': (e, { money }) =>
    `Paga por ${methodOf(e.paymentMethod)}${inParts(e.installments)}: ${money(e.grossAmountMinor, e.currency)}${e.statusReason === null ? '' : remarks[e.statusReason]}.`,
  'repasse.charge.expired.v1': () => 'A cobrança expirou: não foi paga a tempo.',
  'repasse.charge.canceled.v1': () => 'O lojista cancelou a cobrança antes de qualquer pagamento.',
  'repasse.charge.failed.v1': (e) =>
    `A cobrança falhou com a última tentativa: ${failureOf({ reason: e.reason })}. Ela não pode mais ser paga.`,
  'repasse.charge.refunded.v1': (e, { money }) =>
    e.isFull
      ? `${money(e.amountMinor, e.currency)} voltaram ao pagador; a cobrança foi devolvida por inteiro.`
      : `${money(e.amountMinor, e.currency)} voltaram ao pagador; estão devolvidos ${money(e.refundedTotalMinor, e.currency)} de ${money(e.grossAmountMinor, e.currency)}.`,
  'repasse.charge.surplus_received.v1': (e, { money }) =>
    `${money(e.surplusAmountMinor, e.currency)} chegaram por ${methodOf(e.paymentMethod)} ${unusual[e.statusReason]}; ${handlings[e.handling]}.`,
  'repasse.charge.surplus_resolved.v1': (e, { money }) =>
    `Foi decidido sobre ${money(e.surplusAmountMinor, e.currency)} que estavam retidos${doneBy(e.resolvedBy)}: ${decisions[e.handling]}.`,
  'repasse.charge.surplus_refunded.v1': (e, { money }) =>
    `${money(e.amountMinor, e.currency)} que a cobrança não usou voltaram ao pagador.`,

  'repasse.payment.requested.v1': (e, w) =>
    `Pedido ao provedor um pagamento por ${methodOf(e.paymentMethod)} de ${w.money(e.amountMinor, e.currency)}${inParts(e.installments)}${inTheirCurrency(e.fx, w)}.`,
  'repasse.payment.offered.v1': (e, w) =>
    `O provedor pode receber o pagamento até ${w.moment(e.expiresAt)}${inTheirCurrency(e.fx, w)}${e.crypto === undefined ? '' : `, em ${e.crypto.payAmount} ${e.crypto.payCurrency}`}.`,
  'repasse.payment.confirming.v1': (e, { money }) =>
    `O pagador pagou ou autorizou ${money(e.amountMinor, e.currency)}; o provedor ainda não confirmou.`,
  'repasse.payment.partially_received.v1': (e, { money }) =>
    `Chegaram ${e.receivedPayAmount} em moedas, que valem ${money(e.receivedTotalMinor, e.currency)} de ${money(e.amountMinor, e.currency)}; o pagamento espera o resto.`,
  'repasse.payment.reopened.v1': (e) =>
    `O que era confirmado não deu em nada${e.declineCode === null ? '' : `: ${declineOf(e.declineCode)}`}; pode-se pagar de novo.`,
  'repasse.payment.received.v1': (e, w) =>
    `O provedor recebeu ${w.money(e.amountMinor, e.currency)}${expectedOf(e, w)}${inParts(e.installments)}${paidIn(e, w)}.`,
  'repasse.payment.expired.v1': () => 'O provedor não espera mais pelo pagamento.',
  'repasse.payment.failed.v1': (e) => `O pagamento no provedor falhou: ${failureOf(e)}.`,
  'repasse.payment.canceled.v1': (e) => `A oferta foi retirada no provedor${cancelReasons[e.reason]}.`,
  'repasse.payment.outcome_unknown.v1': () => 'O provedor não respondeu; verifica-se se ele tem o pagamento.',
  'repasse.refund.requested.v1': (e, { money }) =>
    `${asked[e.purpose]}${doneBy(e.requestedBy)}: o provedor deve devolver ${money(e.amountMinor, e.currency)}.${quoted(e.reason)}`,
  'repasse.refund.settled.v1': (e, { money }) => `O provedor devolveu ${money(e.amountMinor, e.currency)} ao pagador.`,
  'repasse.refund.failed.v1': (e, { money }) =>
    `O provedor não devolve ${money(e.amountMinor, e.currency)}; o dinheiro ficou onde estava. Ele diz: ${sentence(e.failure)}`,
  'repasse.dispute.opened.v1': (e, { money }) =>
    `O pagador contesta ${money(e.amountMinor, e.currency)}; o valor fica retido até a decisão.${quoted(e.reason)}`,
  'repasse.dispute.evidence_added.v1': (e) =>
    `Uma prova foi adicionada; ${e.evidenceCount === 1 ? 'há 1 prova' : `há ${String(e.evidenceCount)} provas`}.`,
  'repasse.dispute.evidence_removed.v1': () => 'Uma prova foi removida.',
  'repasse.dispute.answered.v1': (e) =>
    `O lojista ${e.decision === 'CONTEST' ? 'contesta' : 'aceita'}; uma pessoa da plataforma leva a resposta ao provedor.`,
  'repasse.dispute.won.v1': (e, { money }) =>
    `A contestação foi ganha: os ${money(e.amountMinor, e.currency)} retidos estão livres de novo.`,
  'repasse.dispute.lost.v1': (e, { money }) =>
    `A contestação foi perdida: os ${money(e.amountMinor, e.currency)} retidos voltaram ao pagador.`,

  'repasse.split.settled.v1': (e, { money }) =>
    `Lançado nos livros: ${money(e.feeAmountMinor, e.currency)} em tarifas, e o resto${amongOthers(e.shares.length)}${e.disputeReserveMinor === 0 ? '' : `; ${money(e.disputeReserveMinor, e.currency)} de reserva para contestações`}.`,
  'repasse.funds.released.v1': (e, { money }) =>
    `${money(e.amountMinor, e.currency)} ficaram disponíveis para o usuário ${String(e.userId)}.`,
  'repasse.share.held.v1': (e, { money, moment }) =>
    `${money(e.amountMinor, e.currency)} da parte do dono esperam até ${moment(e.returnAt)} por um recebedor sem cadastro.`,
  'repasse.share.claimed.v1': (e, { money }) =>
    `${money(e.amountMinor, e.currency)} que esperavam foram para o usuário ${String(e.claimedByUserId)}, agora cadastrado e verificado.`,
  'repasse.share.returned.v1': (e, { money }) =>
    `${money(e.amountMinor, e.currency)} que esperavam são do dono de novo.`,
  'repasse.split.reversed.v1': (e, w) =>
    `Lançado nos livros: a devolução de ${w.money(e.amountMinor, e.currency)} saiu de ${giversOf(e, w)}${debtOf(e, w)}.`,

  'repasse.webhook.delivered.v1': (e) =>
    `Webhook ${e.eventType} entregue na tentativa ${String(e.attemptNumber)}${byHand(e.trigger)}.`,
  'repasse.webhook.attempt_failed.v1': (e, { moment }) =>
    `Webhook ${e.eventType} não entregue na tentativa ${String(e.attemptNumber)}${byHand(e.trigger)}: ${because(e.failure)}${e.nextAttemptAt === null ? '' : ` A próxima é em ${moment(e.nextAttemptAt)}.`}`,
  'repasse.webhook.exhausted.v1': (e) =>
    `Webhook ${e.eventType} abandonado após ${String(e.attemptNumber)} tentativas: ${because(e.failure)} Pode ser enviado de novo à mão.`,
};

type DataOf<Name extends TypesOfCharge> = EventData[Name];
type Fx = DataOf<'repasse.payment.requested.v1'>['fx'];
type Received = DataOf<'repasse.payment.received.v1'>;
type Reversed = DataOf<'repasse.split.reversed.v1'>;

const methodNames: Readonly<Record<string, string>> = {
  PIX: 'PIX',
  CREDIT_CARD: 'cartão de crédito',
  INTERNATIONAL: 'meio internacional',
  CRYPTO: 'criptomoedas',
};

const methodOf = (method: string): string => methodNames[method] ?? method;

const amongOthers = (count: number): string => (count > 1 ? `, repartido entre ${String(count)} usuários` : '');

const inTheirCurrency = (fx: Fx, { money }: TimelineWording): string =>
  fx === undefined ? '' : `, que são ${money(fx.finalAmountMinor, fx.targetCurrency)} para o pagador`;

const inParts = (installments: number | undefined): string =>
  installments === undefined || installments === 1 ? '' : ` em ${String(installments)} parcelas`;

const expectedOf = ({ amountMinor, expectedAmountMinor, currency }: Received, { money }: TimelineWording): string =>
  amountMinor === expectedAmountMinor ? '' : ` em vez de ${money(expectedAmountMinor, currency)}`;

const paidIn = ({ amountMinor, expectedAmountMinor, fx }: Received, { money }: TimelineWording): string =>
  fx === undefined || amountMinor !== expectedAmountMinor
    ? ''
    : `, pagos como ${money(fx.finalAmountMinor, fx.targetCurrency)}`;

const giversOf = ({ shares, currency }: Reversed, { money }: TimelineWording): string =>
  shares.map(({ userId, amountMinor }) => `usuário ${String(userId)} (${money(amountMinor, currency)})`).join(', ');

const debtOf = ({ shares, currency }: Reversed, { money }: TimelineWording): string => {
  const owedMinor = shares.reduce((sum, { fromDebtMinor }) => sum + fromDebtMinor, 0);
  return owedMinor === 0 ? '' : `; ${money(owedMinor, currency)} disso não havia, e são uma dívida`;
};

const remarks: Readonly<Record<NonNullable<DataOf<'repasse.charge.paid.v1'>['statusReason']>, string>> = {
  LATE: ', depois do prazo',
  OVERPAID: ', mais do que foi pedido',
  UNDERPAID: ', menos do que foi pedido',
  DUPLICATE: ', e mais de uma vez',
};

const unusual: Readonly<Record<DataOf<'repasse.charge.surplus_received.v1'>['statusReason'], string>> = {
  OVERPAID: 'além do que foi pedido',
  UNDERPAID: 'e são menos do que foi pedido',
  LATE: 'depois do prazo da cobrança',
  DUPLICATE: 'embora a cobrança já estivesse paga',
  CANCELED: 'embora a cobrança não pudesse mais ser paga',
};

const handlings: Readonly<Record<DataOf<'repasse.charge.surplus_received.v1'>['handling'], string>> = {
  REFUND: 'pela regra do lojista voltam ao pagador',
  HOLD: 'pela regra do lojista ficam retidos até ele decidir',
  ACCEPT: 'pela regra do lojista são dele',
};

const decisions: Readonly<Record<DataOf<'repasse.charge.surplus_resolved.v1'>['handling'], string>> = {
  REFUND: 'voltam ao pagador',
  ACCEPT: 'o lojista fica com eles, fora da cobrança',
  APPLY: 'contam para a cobrança',
};

const cancelReasons: Readonly<Record<DataOf<'repasse.payment.canceled.v1'>['reason'], string>> = {
  CHARGE_PAID: ', porque a cobrança foi paga de outra forma',
  CHARGE_CANCELED: ', porque a cobrança foi abandonada',
  CHARGE_EXPIRED: ', porque a cobrança expirou',
  MERCHANT: ', a pedido do lojista',
};

const asked: Readonly<Record<DataOf<'repasse.refund.requested.v1'>['purpose'], string>> = {
  MERCHANT: 'Devolução pedida',
  SURPLUS: 'Dinheiro que a cobrança não usou volta sozinho',
};

const declines: Readonly<Record<string, string>> = {
  insufficient_funds: 'o pagador não tem saldo ou limite',
  card_expired: 'o cartão venceu',
  card_blocked: 'o cartão está bloqueado',
  card_canceled: 'o cartão foi cancelado',
  invalid_card: 'os dados do cartão não valem',
  invalid_security_code: 'o código de segurança está errado',
  limit_exceeded: 'um limite do cartão foi ultrapassado',
  suspected_fraud: 'há suspeita de fraude',
  issuer_unavailable: 'o banco do pagador não respondeu',
  not_permitted: 'o cartão não permite este pagamento',
  declined: 'o banco do pagador não disse por quê',
};

/** A word of a later release is shown as it is. */
const declineOf = (code: string): string => declines[code] ?? code.replaceAll('_', ' ');

interface Failure {
  readonly reason: 'PROVIDER_ERROR' | 'DECLINED';
  readonly declineCode?: string;
  readonly isRetryable?: boolean;
}

const failureOf = ({ reason, declineCode, isRetryable }: Failure): string => {
  if (reason === 'PROVIDER_ERROR') return 'o provedor não conseguiu recebê-lo';
  const why = declineCode === undefined ? '' : `, ${declineOf(declineCode)}`;
  if (isRetryable === undefined) return `foi recusado${why}`;
  return `foi recusado${why}; ${isRetryable ? 'o mesmo meio pode dar certo outra vez' : 'é preciso outro meio'}`;
};

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
const doneBy = (actor: string | undefined): string => (actor === undefined ? '' : ` por ${actor}`);
const quoted = (text: string | null): string => (text === null ? '' : ` O motivo dado: ${sentence(text)}`);
const byHand = (trigger: 'AUTOMATIC' | 'MANUAL'): string => (trigger === 'MANUAL' ? ', enviado à mão' : '');
const because = (failure: string | null): string => (failure === null ? 'o destino não aceitou.' : sentence(failure));
