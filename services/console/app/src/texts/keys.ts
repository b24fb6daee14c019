import { type Texts } from './shape.ts';

export interface KeyTexts {
  readonly name: string;
  readonly expires: string;
  readonly never: string;
  readonly newKey: string;
  readonly all: string;
  readonly rename: string;
  readonly rotate: string;
  readonly rotateAbout: string;
  readonly overlapHours: string;
  readonly previousUntil: string;
  readonly device: string;
  readonly deviceAbout: string;
  readonly deviceCode: string;
  readonly look: string;
  readonly sameCode: string;
  readonly asksFrom: string;
  readonly approve: string;
  readonly refuse: string;
  readonly approved: string;
  readonly refused: string;
  readonly unknownCode: string;
  readonly scopesOf: (count: number) => string;
  /** What a key may do, a line for each scope. */
  readonly scopes: Readonly<Record<string, string>>;
}

export const keyTexts: Readonly<Record<Texts['locale'], KeyTexts>> = {
  'pt-BR': {
    name: 'Nome',
    expires: 'Vale até',
    never: 'sem data, vale sempre',
    newKey: 'Nova chave',
    all: 'Pode tudo o que a conta pode',
    rename: 'Mudar nome',
    rotate: 'Trocar segredo',
    rotateAbout: 'O segredo de agora continua valendo pelo tempo escolhido, para que nenhum programa pare.',
    overlapHours: 'Segredo de agora vale por mais (horas)',
    previousUntil: 'O segredo anterior vale até',
    device: 'Conectar a linha de comando',
    deviceAbout: 'Digite o código que o terminal mostra. A chave dele aparece entre as suas e pode ser revogada lá.',
    deviceCode: 'Código',
    look: 'Continuar',
    sameCode:
      'Confirme só se este código está agora na tela do seu terminal. Quem mandou um link com um código quer uma chave da sua conta.',
    asksFrom: 'Pede de',
    approve: 'Dar uma chave',
    refuse: 'Recusar',
    approved: 'Pronto: o terminal já tem a chave. Pode fechar esta página.',
    refused: 'Recusado. O terminal não recebeu nada.',
    unknownCode: 'Este código não existe ou passou dos dez minutos. Peça outro no terminal.',
    scopesOf: (count) => (count === 1 ? '1 permissão' : `${count} permissões`),
    scopes: {
      'charges:write': 'Criar e cancelar cobranças',
      'charges:read': 'Ver cobranças',
      'payments:write': 'Criar pagamentos sem cobrança',
      'payments:read': 'Ver pagamentos, devoluções e contestações',
      'refunds:write': 'Devolver dinheiro',
      'balance:read': 'Ver saldo, extrato e repasses',
      'withdrawals:write': 'Pedir saques',
      'approvals:write': 'Aprovar o que espera uma segunda pessoa',
      'invoices:read': 'Ver faturas',
      'webhooks:write': 'Mudar endereços de webhooks e reenviar',
      'webhooks:read': 'Ver webhooks e eventos',
      'profile:write': 'Mudar o perfil',
      'profile:read': 'Ver o perfil',
      'recipients:write': 'Cadastrar vendedores e destinos',
      'recipients:read': 'Ver vendedores',
      'personal:read': 'Ver dados pessoais sem máscara',
      'keys:write': 'Criar e revogar chaves',
      'keys:read': 'Ver chaves',
      'users:write': 'Mudar usuários da plataforma',
      'users:read': 'Ver usuários da plataforma',
    },
  },
  en: {
    name: 'Name',
    expires: 'Valid until',
    never: 'no date, valid for ever',
    newKey: 'New key',
    all: 'May do all that the account may',
    rename: 'Rename',
    rotate: 'New secret',
    rotateAbout: 'The present secret counts for the chosen time still, so that no program stops.',
    overlapHours: 'The present secret counts for (hours)',
    previousUntil: 'The secret before counts until',
    device: 'Connect the command line',
    deviceAbout: 'Type the code that your terminal shows. Its key is then among yours, where you can revoke it.',
    deviceCode: 'Code',
    look: 'Go on',
    sameCode:
      'Approve only if this code is on your terminal now. Whoever sends you a link with a code wants a key of your account.',
    asksFrom: 'Asks from',
    approve: 'Give it a key',
    refuse: 'Refuse',
    approved: 'Done: the terminal has its key. You can close this page.',
    refused: 'Refused. The terminal has got nothing.',
    unknownCode: 'There is no such code, or its ten minutes are over. Ask for another one in the terminal.',
    scopesOf: (count) => (count === 1 ? '1 scope' : `${count} scopes`),
    scopes: {
      'charges:write': 'Create and cancel charges',
      'charges:read': 'Read charges',
      'payments:write': 'Create payments without a charge',
      'payments:read': 'Read payments, refunds and disputes',
      'refunds:write': 'Give money back',
      'balance:read': 'Read balance, statement and payouts',
      'withdrawals:write': 'Ask for withdrawals',
      'approvals:write': 'Approve what waits for a second person',
      'invoices:read': 'Read invoices',
      'webhooks:write': 'Change webhook endpoints and send again',
      'webhooks:read': 'Read webhooks and events',
      'profile:write': 'Change the profile',
      'profile:read': 'Read the profile',
      'recipients:write': 'Register sellers and destinations',
      'recipients:read': 'Read sellers',
      'personal:read': 'Read personal data unmasked',
      'keys:write': 'Make and revoke keys',
      'keys:read': 'Read keys',
      'users:write': 'Change users of the platform',
      'users:read': 'Read users of the platform',
    },
  },
};
