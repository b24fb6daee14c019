import { findRole } from '@repasse/contracts/roles';
import { companyText, type Text } from './company-texts';
import { type Letter, type Mail, type MailContent } from './mail';

type Write = (content: MailContent, consoleUrl: string) => Text;

const roleName = (locale: 'pt-BR' | 'en', role: string): string => findRole(role)?.names[locale] ?? role;

const linkTo = (consoleUrl: string, path: string, secret: string): string => `${consoleUrl}${path}?secret=${secret}`;

const inPortuguese: Write = (content, consoleUrl) => {
  switch (content.kind) {
    case 'INVITATION':
      return {
        subject: `Convite para ${content.userName}`,
        lines: [
          `Você foi convidado para ${content.userName} como ${roleName('pt-BR', content.role)}.`,
          'Para aceitar, abra este endereço em até 72 horas:',
          linkTo(consoleUrl, '/invitation', content.secret),
          'Se você não esperava o convite, não faça nada.',
        ],
      };
    case 'PASSWORD_RESET':
      return {
        subject: 'Escolha uma nova senha',
        lines: [
          'Alguém pediu uma nova senha para este e-mail. Para escolher, abra este endereço em até 30 minutos:',
          linkTo(consoleUrl, '/password', content.secret),
          'Se não foi você, não faça nada: a senha de agora continua valendo.',
        ],
      };
    case 'PASSWORD_CHANGED':
      return {
        subject: 'Sua senha foi trocada',
        lines: [
          'A senha do seu acesso foi trocada, e as outras sessões terminaram.',
          `Se não foi você, peça uma nova senha agora em ${consoleUrl}/password/forgotten e avise o responsável da sua conta.`,
        ],
      };
    case 'SECOND_FACTOR_REMOVED':
      return {
        subject: 'Seu segundo fator foi removido',
        lines: [
          'O aplicativo de códigos do seu acesso foi removido.',
          `Se não foi você, avise o responsável da sua conta e confira as sessões em ${consoleUrl}/security.`,
        ],
      };
    case 'PASSKEY_ADDED':
      return {
        subject: 'Uma chave de acesso foi adicionada',
        lines: [
          `A chave de acesso “${content.name}” agora entra no seu lugar, sem senha.`,
          `Se não foi você, remova a chave em ${consoleUrl}/security, troque a senha e avise o responsável da sua conta.`,
        ],
      };
    case 'PASSKEY_REMOVED':
      return {
        subject: 'Uma chave de acesso foi removida',
        lines: [
          'Uma chave de acesso sua foi removida, e as outras sessões terminaram.',
          `Se não foi você, avise o responsável da sua conta e confira as sessões em ${consoleUrl}/security.`,
        ],
      };
    case 'COMPANY_LINKED':
    case 'COMPANY_UNLINKED':
      return companyText('pt-BR', content, consoleUrl);
  }
};

const inEnglish: Write = (content, consoleUrl) => {
  switch (content.kind) {
    case 'INVITATION':
      return {
        subject: `Invitation to ${content.userName}`,
        lines: [
          `You are invited to ${content.userName} as ${roleName('en', content.role)}.`,
          'To accept, open this address within 72 hours:',
          linkTo(consoleUrl, '/invitation', content.secret),
          'If you did not expect it, there is nothing to do.',
        ],
      };
    case 'PASSWORD_RESET':
      return {
        subject: 'Choose a new password',
        lines: [
          'Somebody asked for a new password for this address. To choose it, open this address within 30 minutes:',
          linkTo(consoleUrl, '/password', content.secret),
          'If it was not you, there is nothing to do: the present password stays.',
        ],
      };
    case 'PASSWORD_CHANGED':
      return {
        subject: 'Your password was changed',
        lines: [
          'The password you sign in with was changed, and your other sessions have ended.',
          `If it was not you, ask for a new one now at ${consoleUrl}/password/forgotten and tell the owner of your account.`,
        ],
      };
    case 'SECOND_FACTOR_REMOVED':
      return {
        subject: 'Your second factor was removed',
        lines: [
          'The app that shows codes for your sign-in was removed.',
          `If it was not you, tell the owner of your account and look at your sessions at ${consoleUrl}/security.`,
        ],
      };
    case 'PASSKEY_ADDED':
      return {
        subject: 'A passkey was added',
        lines: [
          `The passkey “${content.name}” signs in as you from now on, without a password.`,
          `If it was not you, remove it at ${consoleUrl}/security, change your password and tell the owner of your account.`,
        ],
      };
    case 'PASSKEY_REMOVED':
      return {
        subject: 'A passkey was removed',
        lines: [
          'A passkey of yours was removed, and your other sessions have ended.',
          `If it was not you, tell the owner of your account and look at your sessions at ${consoleUrl}/security.`,
        ],
      };
    case 'COMPANY_LINKED':
    case 'COMPANY_UNLINKED':
      return companyText('en', content, consoleUrl);
  }
};

/** Whoever is invited has not said which language they read: they get Portuguese, with English below it. */
export const letterOf = (mail: Mail, consoleUrl: string): Letter => {
  const writes =
    mail.locale === undefined ? [inPortuguese, inEnglish] : [{ 'pt-BR': inPortuguese, en: inEnglish }[mail.locale]];
  const texts = writes.map((write) => write(mail, consoleUrl));
  return {
    to: mail.to,
    subject: texts.map(({ subject }) => subject).join(' / '),
    text: texts.map(({ lines }) => lines.join('\n\n')).join('\n\n--\n\n') + '\n',
  };
};
