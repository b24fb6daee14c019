/** Texts of signing in by a company's provider. */
export interface CompanyTexts {
  readonly title: string;
  readonly about: string;
  readonly redirectUri: string;
  readonly signInName: string;
  readonly displayName: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly secretKept: string;
  readonly isRequired: string;
  readonly isRequiredAbout: string;
  readonly remove: string;
  readonly links: string;
  readonly linksAbout: string;
  readonly noLinks: string;
  readonly company: string;
  readonly linkedSince: string;
  readonly link: string;
  readonly unlink: string;
  readonly notLinked: string;
  readonly needed: (company: string) => string;
  readonly comeBy: (company: string) => string;
  readonly linkFirst: string;
}

export const companyInPortuguese: CompanyTexts = {
  title: 'Entrada pela empresa',
  about:
    'As pessoas da sua equipe entram pelo provedor OpenID Connect da sua empresa. Ele vale só nesta conta, e cada pessoa se vincula em Segurança. Cadastre no provedor este endereço de retorno:',
  redirectUri: 'Endereço de retorno',
  signInName: 'Nome de entrada (por ele a equipe encontra a empresa)',
  displayName: 'Nome exibido',
  issuer: 'Emissor (issuer)',
  clientId: 'Client ID',
  clientSecret: 'Client secret',
  secretKept: 'Vazio mantém o atual. Com outro emissor ou client ID, digite o novo.',
  isRequired: 'Só quem entra pela empresa age nesta conta',
  isRequiredAbout:
    'Com senha ou chave de acesso, a equipe vê apenas a própria Segurança, onde se vincula. Responsáveis continuam entrando como antes, para que ninguém fique de fora se o provedor falhar.',
  remove: 'Remover a entrada pela empresa',
  links: 'Entrada pela empresa',
  linksAbout:
    'Vincule sua entrada na empresa para entrar sem a senha daqui. O que move dinheiro ou direitos continua pedindo seu código ou sua chave de acesso.',
  noLinks: 'Nenhuma das suas contas tem entrada pela empresa.',
  company: 'Empresa',
  linkedSince: 'Vinculado desde',
  link: 'Vincular',
  unlink: 'Remover o vínculo',
  notLinked: 'não vinculado',
  needed: (company) => `Esta conta pede que você entre por ${company}. Até lá, só a sua Segurança aparece aqui.`,
  comeBy: (company) => `Entrar por ${company}`,
  linkFirst: 'Ainda não se vinculou? Vincule-se em Segurança.',
};

export const companyInEnglish: CompanyTexts = {
  title: 'Sign-in by your company',
  about:
    'People of your team sign in by the OpenID Connect provider of your company. It counts at this account alone, and each of them links themselves under Security. Register this redirect address at the provider:',
  redirectUri: 'Redirect address',
  signInName: 'Sign-in name (by which the team finds the company)',
  displayName: 'Name that is shown',
  issuer: 'Issuer',
  clientId: 'Client ID',
  clientSecret: 'Client secret',
  secretKept: 'Empty keeps the present one. With another issuer or client ID, type the new one.',
  isRequired: 'Only those who come by the company act for this account',
  isRequiredAbout:
    'By a password or passkey, the team sees its own Security alone, to link there. Owners come in as before, so that nobody is locked out when the provider fails.',
  remove: 'Remove the sign-in by your company',
  links: 'Sign-in by your company',
  linksAbout:
    'Link your sign-in at the company to come in without the password you have here. What moves money or rights still asks for your code or passkey.',
  noLinks: 'None of your accounts has a sign-in by its company.',
  company: 'Company',
  linkedSince: 'Linked since',
  link: 'Link',
  unlink: 'Remove the link',
  notLinked: 'not linked',
  needed: (company) =>
    `This account asks you to sign in by ${company}. Until then you see your own Security alone here.`,
  comeBy: (company) => `Sign in by ${company}`,
  linkFirst: 'Not linked yet? Link yourself under Security.',
};
