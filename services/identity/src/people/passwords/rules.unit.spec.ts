import { faultsOfPassword } from './rules';

const faultOf = (password: string): string | undefined =>
  faultsOfPassword('password', password, 'ana.souza@loja.example')[0]?.message;

it.each([
  ['aaaaaaaaaaaaaaaaaaaa', 'a few characters'],
  ['abcdefabcdefabcdef', 'a few characters'],
  ['abcdefghijklmnopqrst', 'a row'],
  ['lkjhgfdsapoiuytrewq', 'a row'],
  ['ana.souza@loja.example!', 'e-mail address'],
  ['Ana.Souza2026Ana.Souza', 'e-mail address'],
  ['RepasseSenha2026!!', 'guessed first'],
  ['password123456admin', 'guessed first'],
  ['MarketplaceRepasse2026', 'guessed first'],
])('refuses %s', (password, why) => {
  expect(faultOf(password)).toContain(why);
});

it.each([
  'sete cavalos dormem aqui',
  'minha senha tem doze gatos',
  'correct horse battery staple',
  'ção 日本語 нет да γιαγιά',
])('takes %s', (password) => {
  expect(faultOf(password)).toBeUndefined();
});
