import { type Texts } from './shape.ts';

export interface RequestTexts {
  readonly title: string;
  readonly about: string;
  readonly empty: string;
  readonly key: string;
  readonly method: string;
  readonly request: string;
  readonly answer: string;
  readonly took: string;
  readonly id: string;
  readonly outcome: string;
  readonly outcomes: Readonly<Record<'true' | 'false', string>>;
  readonly ofKey: string;
  readonly any: string;
}

export const requestTexts: Readonly<Record<Texts['locale'], RequestTexts>> = {
  'pt-BR': {
    title: 'Requisições',
    about: 'O que as chaves de API pediram nos últimos 30 dias. Endereços, filtros e conteúdos não são guardados.',
    empty: 'As suas chaves ainda não pediram nada.',
    key: 'Chave',
    method: 'Método',
    request: 'Requisição',
    answer: 'Resposta',
    took: 'Duração',
    id: 'Id da requisição',
    outcome: 'Resultado',
    outcomes: { true: 'Recusadas', false: 'Atendidas' },
    ofKey: 'Requisições',
    any: 'Todos',
  },
  en: {
    title: 'Requests',
    about: 'What API keys asked in the last 30 days. Addresses, filters and contents are not kept.',
    empty: 'Your keys have asked nothing yet.',
    key: 'Key',
    method: 'Method',
    request: 'Request',
    answer: 'Answer',
    took: 'Took',
    id: 'Request id',
    outcome: 'Outcome',
    outcomes: { true: 'Refused', false: 'Served' },
    ofKey: 'Requests',
    any: 'All',
  },
};
