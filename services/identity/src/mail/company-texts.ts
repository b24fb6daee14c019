import { type MailContent } from './mail';

export interface Text {
  readonly subject: string;
  readonly lines: readonly string[];
}

type CompanyContent = Extract<MailContent, { readonly kind: 'COMPANY_LINKED' | 'COMPANY_UNLINKED' }>;

/** Of a sign-in by a company that began or ceased to count for somebody. */
export const companyText = (locale: 'pt-BR' | 'en', content: CompanyContent, consoleUrl: string): Text =>
  locale === 'en' ? inEnglish(content, consoleUrl) : inPortuguese(content, consoleUrl);

const inPortuguese = (content: CompanyContent, consoleUrl: string): Text =>
  content.kind === 'COMPANY_LINKED'
    ? {
        subject: 'Entrada pela empresa vinculada',
        lines: [
          `A entrada por “${content.name}” agora entra no seu lugar nessa empresa, sem senha.`,
          `Se não foi você, remova o vínculo em ${consoleUrl}/security, troque a senha e avise o responsável da sua conta.`,
        ],
      }
    : {
        subject: 'Entrada pela empresa removida',
        lines: [
          'Uma entrada pela empresa foi removida do seu acesso. Sua senha continua valendo.',
          `Se não foi você, avise o responsável da sua conta e confira as sessões em ${consoleUrl}/security.`,
        ],
      };

const inEnglish = (content: CompanyContent, consoleUrl: string): Text =>
  content.kind === 'COMPANY_LINKED'
    ? {
        subject: 'Sign-in by your company was linked',
        lines: [
          `The sign-in by “${content.name}” signs in as you at that company from now on, without a password.`,
          `If it was not you, remove it at ${consoleUrl}/security, change your password and tell the owner of your account.`,
        ],
      }
    : {
        subject: 'Sign-in by your company was removed',
        lines: [
          'A sign-in by a company no longer signs in as you. Your password goes on counting.',
          `If it was not you, tell the owner of your account and look at your sessions at ${consoleUrl}/security.`,
        ],
      };
