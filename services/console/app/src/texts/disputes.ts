/** Words of the screens of disputes. */
export interface DisputeTexts {
  readonly one: string;
  readonly respondBy: string;
  readonly noTime: string;
  readonly answer: string;
  readonly waiting: string;
  readonly waitingChoices: Readonly<Record<'true' | 'false', string>>;
  readonly orders: Readonly<Record<'RESPOND_BY', string>>;
  readonly newestFirst: string;
  readonly decisions: Readonly<Record<'CONTEST' | 'ACCEPT', string>>;
  readonly held: string;
  readonly evidence: string;
  readonly noEvidence: string;
  readonly evidenceHelp: string;
  readonly tooLarge: string;
  readonly file: string;
  readonly add: string;
  readonly sending: string;
  readonly text: string;
  readonly answerIt: string;
  readonly needsReason: string;
  readonly previewContest: (pieces: number, provider: string) => string;
  readonly previewAccept: (provider: string) => string;
  readonly onceOnly: string;
  readonly answered: string;
  readonly byOperator: string;
  readonly whyWait: string;
  readonly staffHelp: string;
}

export const ptDisputes: DisputeTexts = {
  one: 'Contestação',
  respondBy: 'Responder até',
  noTime: 'sem prazo',
  answer: 'Resposta',
  waiting: 'Espera resposta',
  waitingChoices: { true: 'Sim', false: 'Não' },
  orders: { RESPOND_BY: 'O prazo mais curto primeiro' },
  newestFirst: 'As mais novas primeiro',
  decisions: { CONTEST: 'Contestar', ACCEPT: 'Aceitar' },
  held: 'Retido, e de quem',
  evidence: 'Provas',
  noEvidence: 'Ainda não há provas.',
  evidenceHelp: 'PDF, PNG, JPEG ou texto, até 1 MiB, dez no máximo. Cubra números de cartão.',
  tooLarge: 'O arquivo passa de 1 MiB. Reduza a imagem, ou divida o PDF.',
  file: 'Arquivo',
  add: 'Adicionar prova',
  sending: 'Enviando o arquivo',
  text: 'O que fala a favor da venda',
  answerIt: 'Responder',
  needsReason: 'Para contestar, adicione uma prova ou escreva um texto.',
  previewContest: (pieces, provider) =>
    `A plataforma leva à ${provider} ${pieces === 1 ? '1 prova' : `${String(pieces)} provas`} e o texto. O valor continua retido até a decisão.`,
  previewAccept: (provider) =>
    `A plataforma diz à ${provider} que o pagador pode ficar com o dinheiro. O valor continua retido até ela decidir, e então é perdido.`,
  onceOnly: 'Só se responde uma vez, e depois não se muda mais nada.',
  answered: 'Respondida em',
  byOperator: 'Uma pessoa da plataforma leva a resposta ao portal do provedor. Aqui não se vê se já o fez.',
  whyWait: 'Não há mais o que dizer: o provedor decide.',
  staffHelp: 'Leve esta resposta ao portal do provedor antes do prazo. Quem responde é o lojista.',
};

export const enDisputes: DisputeTexts = {
  one: 'Dispute',
  respondBy: 'Answer by',
  noTime: 'no time limit',
  answer: 'Answer',
  waiting: 'Waits for an answer',
  waitingChoices: { true: 'Yes', false: 'No' },
  orders: { RESPOND_BY: 'What is due first' },
  newestFirst: 'Newest first',
  decisions: { CONTEST: 'Contest', ACCEPT: 'Accept' },
  held: 'Held, and from whom',
  evidence: 'Evidence',
  noEvidence: 'There is no evidence yet.',
  evidenceHelp: 'PDF, PNG, JPEG or text, up to 1 MiB, at most ten. Cover card numbers.',
  tooLarge: 'The file is larger than 1 MiB. Make the picture smaller, or divide the PDF.',
  file: 'File',
  add: 'Add evidence',
  sending: 'The file is being sent',
  text: 'What speaks for the sale',
  answerIt: 'Answer',
  needsReason: 'To contest, add evidence or write a text.',
  previewContest: (pieces, provider) =>
    `The platform takes ${pieces === 1 ? '1 piece' : `${String(pieces)} pieces`} of evidence and the text to ${provider}. The amount stays held until the decision.`,
  previewAccept: (provider) =>
    `The platform tells ${provider} that the payer may have the money. The amount stays held until it decides, and is lost then.`,
  onceOnly: 'There is one answer, and nothing can be changed after it.',
  answered: 'Answered at',
  byOperator: 'A person of the platform takes the answer to the provider’s portal. Whether they did is not seen here.',
  whyWait: 'There is nothing more to say: the provider decides.',
  staffHelp: 'Take this answer to the provider’s portal in time. Its merchant is the one who answers.',
};
