import { ProblemError } from '@repasse/chassis/http/problem';
import { type PageTexts } from './texts';

/** Tells a person of a refusal in their language, by `ofInvalid` where they left a field out. A fault of ours is thrown on. */
export const toldOf = (
  fault: unknown,
  texts: PageTexts,
  ofInvalid: string,
): { readonly status: number; readonly text: string } => {
  if (!(fault instanceof ProblemError)) throw fault;
  const { status, code } = fault.problem;
  return { status, text: code === 'request.invalid' ? ofInvalid : textOf(code, texts) };
};

const textOf = (code: string, texts: PageTexts): string => {
  switch (code) {
    case 'sign_in.refused':
      return texts.refused;
    case 'request.rate_limited':
      return texts.tooMany;
    case 'second_factor.code_wrong':
      return texts.codeWrong;
    case 'second_factor.not_active':
      return texts.passkeyNeeded;
    case 'session.ended':
      return texts.ended;
    case 'company_sign_in.not_found':
      return texts.companyNotFound;
    case 'company_sign_in.not_set_up':
      return texts.companyNotSetUp;
    case 'company_sign_in.refused':
      return texts.companyRefused;
    case 'company_sign_in.not_linked':
      return texts.companyNotLinked;
    case 'company_sign_in.unavailable':
      return texts.companyUnavailable;
    case 'company_link.exists':
      return texts.companyLinkExists;
    case 'invitation.not_found':
      return texts.invitationEnded;
    case 'portal_link.not_found':
      return texts.portalEnded;
    case 'password_reset.not_found':
      return texts.resetEnded;
    case 'password_reset.no_mail':
      return texts.noMail;
    case 'person.exists':
      return texts.isPerson;
    default:
      return texts.unavailable;
  }
};
