import { type Locale } from '@repasse/checkout-kit/both-sides/locale';

export interface PageTexts {
  readonly product: string;
  readonly signIn: string;
  readonly email: string;
  readonly password: string;
  readonly refused: string;
  readonly tooMany: string;
  readonly unavailable: string;
  readonly codeTitle: string;
  readonly codeHelp: string;
  readonly code: string;
  readonly codeWrong: string;
  readonly usePasskey: string;
  readonly passkeyRefused: string;
  readonly passkeyGivenUp: string;
  readonly passkeyNeeded: string;
  readonly go: string;
  readonly ended: string;
  readonly back: string;
  readonly invitedTo: (userName: string, role: string) => string;
  readonly invitationEnded: string;
  readonly isPerson: string;
  readonly name: string;
  readonly choosePassword: string;
  readonly passwordHelp: string;
  readonly accept: string;
  readonly forgotten: string;
  readonly forgottenHelp: string;
  readonly emailMissing: string;
  readonly sendMail: string;
  readonly mailSent: string;
  readonly noMail: string;
  readonly newPassword: string;
  readonly savePassword: string;
  readonly passwordChanged: string;
  readonly resetEnded: string;
  readonly byCompany: string;
  readonly companyName: string;
  readonly companyNameHelp: string;
  readonly goesToCompany: (name: string) => string;
  readonly companyNotFound: string;
  readonly companyNotSetUp: string;
  readonly companyRefused: string;
  readonly companyNotLinked: string;
  readonly companyUnavailable: string;
  readonly companyLinkExists: string;
  readonly backToSecurity: string;
  readonly portal: string;
  readonly portalOf: (sellerName: string, merchantName: string) => string;
  readonly portalHelp: string;
  readonly openPortal: string;
  readonly portalEnded: string;
  readonly faults: Readonly<Record<string, string>>;
}

const pt: PageTexts = {
  product: 'Repasse',
  signIn: 'Entrar',
  email: 'E-mail',
  password: 'Senha',
  refused: 'E-mail e senha não combinam.',
  tooMany: 'Muitas tentativas. Espere um minuto e tente de novo.',
  unavailable: 'Não foi possível verificar agora. Tente de novo em instantes.',
  codeTitle: 'Código de verificação',
  codeHelp: 'Digite os seis dígitos do seu aplicativo, ou um código de recuperação.',
  code: 'Código',
  codeWrong: 'O código não é o atual, ou já foi usado. Espere pelo próximo.',
  usePasskey: 'Entrar com chave de acesso',
  passkeyRefused: 'Esta chave de acesso não entra aqui. Tente outra, ou a senha.',
  passkeyGivenUp: 'O navegador não deu uma chave de acesso. Tente de novo, ou use a senha.',
  passkeyNeeded: 'Você não tem um aplicativo de códigos. Continue com sua chave de acesso.',
  go: 'Continuar',
  ended: 'A sessão terminou. Entre de novo.',
  back: 'Voltar para a entrada',
  invitedTo: (userName, role) => `Você foi convidado para ${userName} como ${role}.`,
  invitationEnded: 'O convite não vale mais. Peça outro a quem convidou você.',
  isPerson: 'Você já tem acesso: entre, e aceite o convite em Equipe.',
  name: 'Seu nome',
  choosePassword: 'Escolha uma senha',
  passwordHelp: 'Pelo menos 15 caracteres; uma frase é fácil de lembrar.',
  accept: 'Aceitar o convite',
  forgotten: 'Esqueci a senha',
  forgottenHelp: 'Enviamos um endereço para escolher outra senha.',
  emailMissing: 'Digite o e-mail com que você entra.',
  sendMail: 'Enviar',
  mailSent: 'Se alguém entra com este e-mail, a mensagem chega em instantes. O endereço vale por 30 minutos.',
  noMail: 'Esta instalação não envia e-mails. Peça um endereço para nova senha a quem a administra.',
  newPassword: 'Nova senha',
  savePassword: 'Salvar a senha',
  passwordChanged: 'A senha foi trocada. Entre com ela.',
  resetEnded: 'O endereço não vale mais. Peça outro.',
  byCompany: 'Entrar pela empresa',
  companyName: 'Nome da empresa',
  companyNameHelp: 'O nome de entrada da sua empresa, como padaria-sao-joao ou padaria.com.br.',
  goesToCompany: (name) => `Continue em ${name}`,
  companyNotFound: 'Nenhuma empresa entra com este nome. Confira o nome com o responsável da sua conta.',
  companyNotSetUp: 'Esta instalação não tem entrada pela empresa. Entre com a senha.',
  companyRefused: 'Esta entrada não vale: começou em outro navegador, há muito tempo, ou já foi usada. Comece de novo.',
  companyNotLinked:
    'Ninguém está vinculado a esta entrada. Entre primeiro com a senha e vincule a empresa em Segurança, ou peça um convite ao responsável da sua conta.',
  companyUnavailable: 'O provedor da empresa não respondeu. Tente de novo em instantes, ou entre com a senha.',
  companyLinkExists:
    'Você já está vinculado a esta empresa, ou outra pessoa usa esta entrada. Remova esse vínculo primeiro.',
  backToSecurity: 'Voltar para Segurança',
  portal: 'Seus recebimentos',
  portalOf: (sellerName, merchantName) => `${merchantName} mostra aqui o que há na conta de ${sellerName}.`,
  portalHelp: 'O endereço abre uma vez, e a janela fica aberta por até uma hora. Nada se altera por ela.',
  openPortal: 'Abrir',
  portalEnded: 'O endereço já foi aberto ou não vale mais. Volte ao site em que você o encontrou e peça outro.',
  faults: {
    name: 'Digite seu nome.',
    password: 'Escolha uma senha com pelo menos 15 caracteres, difícil de adivinhar.',
  },
};

const en: PageTexts = {
  product: 'Repasse',
  signIn: 'Sign in',
  email: 'E-mail',
  password: 'Password',
  refused: 'The e-mail and the password do not go together.',
  tooMany: 'Too many tries. Wait a minute and try again.',
  unavailable: 'That cannot be checked at the moment. Try again shortly.',
  codeTitle: 'Verification code',
  codeHelp: 'Type the six digits of your app, or a recovery code.',
  code: 'Code',
  codeWrong: 'The code is not the present one, or it was used before. Wait for the next one.',
  usePasskey: 'Sign in with a passkey',
  passkeyRefused: 'This passkey does not sign in here. Try another one, or the password.',
  passkeyGivenUp: 'The browser gave no passkey. Try again, or use the password.',
  passkeyNeeded: 'You have no app that shows codes. Go on with your passkey.',
  go: 'Continue',
  ended: 'The session has ended. Sign in again.',
  back: 'Back to sign-in',
  invitedTo: (userName, role) => `You are invited to ${userName} as ${role}.`,
  invitationEnded: 'The invitation counts no longer. Ask who invited you for another one.',
  isPerson: 'You have access already: sign in, and accept the invitation under Team.',
  name: 'Your name',
  choosePassword: 'Choose a password',
  passwordHelp: '15 characters at least; a sentence is easy to remember.',
  accept: 'Accept the invitation',
  forgotten: 'Forgotten password',
  forgottenHelp: 'We send an address where you choose another one.',
  emailMissing: 'Type the e-mail you sign in with.',
  sendMail: 'Send',
  mailSent: 'If somebody signs in with this e-mail, the message comes in a moment. Its address counts for 30 minutes.',
  noMail: 'This installation sends no mail. Ask whoever administers it for an address to choose a new password.',
  newPassword: 'New password',
  savePassword: 'Save the password',
  passwordChanged: 'The password was changed. Sign in with it.',
  resetEnded: 'The address counts no longer. Ask for another one.',
  byCompany: 'Sign in by your company',
  companyName: 'Name of the company',
  companyNameHelp: 'The name your company signs in by, such as padaria-sao-joao or padaria.com.br.',
  goesToCompany: (name) => `Continue at ${name}`,
  companyNotFound: 'No company signs in by this name. Ask the owner of your account for it.',
  companyNotSetUp: 'This installation has no sign-in by companies. Sign in by password.',
  companyRefused:
    'This sign-in does not count: it was begun in another browser or too long ago, or was used before. Begin again.',
  companyNotLinked:
    'Nobody is linked to this sign-in. Sign in by password first and link the company under Security, or ask the owner of your account for an invitation.',
  companyUnavailable: 'The provider of the company did not answer. Try again shortly, or sign in by password.',
  companyLinkExists: 'You are linked to this company, or somebody else uses this sign-in. Remove that link first.',
  backToSecurity: 'Back to Security',
  portal: 'Your payouts',
  portalOf: (sellerName, merchantName) => `${merchantName} shows here what is in the account of ${sellerName}.`,
  portalHelp: 'The address opens once, and the window stays open for an hour at most. Nothing is changed by it.',
  openPortal: 'Open',
  portalEnded:
    'The address was opened before, or counts no longer. Go back to the site where you found it and ask for another.',
  faults: {
    name: 'Type your name.',
    password: 'Choose a password of 15 characters at least that is hard to guess.',
  },
};

const texts: Readonly<Record<Locale, PageTexts>> = { pt, en };

export const pageTextsFor = (locale: Locale): PageTexts => texts[locale];
