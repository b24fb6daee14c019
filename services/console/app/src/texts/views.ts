import { type Texts } from './shape.ts';

export interface ViewTexts {
  readonly menu: string;
  readonly none: string;
  readonly noneNow: string;
  readonly save: string;
  readonly name: string;
  readonly sameName: string;
  readonly share: string;
  readonly shareAbout: string;
  readonly ofTeam: string;
  readonly by: (name: string) => string;
  readonly remove: string;
}

export const viewTexts: Readonly<Record<Texts['locale'], ViewTexts>> = {
  'pt-BR': {
    menu: 'Filtros salvos',
    none: 'Nenhum ainda. Filtre a lista e use “Salvar filtros”.',
    noneNow: 'Nenhum ainda. Use “Salvar filtros” para guardar os de agora.',
    save: 'Salvar filtros',
    name: 'Nome',
    sameName: 'Filtros seus com o mesmo nome nesta tela são substituídos.',
    share: 'Mostrar a toda a equipe',
    shareAbout: 'A equipe vê também o que os filtros procuram, como o e-mail ou o documento de um pagador.',
    ofTeam: 'da equipe',
    by: (name) => `de ${name}`,
    remove: 'Excluir',
  },
  en: {
    menu: 'Saved filters',
    none: 'None yet. Filter the list, then use “Save filters”.',
    noneNow: 'None yet. “Save filters” keeps those of now.',
    save: 'Save filters',
    name: 'Name',
    sameName: 'Filters of yours with the same name on this screen are replaced.',
    share: 'Show them to the whole team',
    shareAbout: 'The team also sees what they look for, such as a payer’s e-mail or document.',
    ofTeam: 'shared',
    by: (name) => `by ${name}`,
    remove: 'Delete',
  },
};
