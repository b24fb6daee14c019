import { createContext, use } from 'react';
import { en } from './en.ts';
import { pt } from './pt.ts';
import { type Texts } from './shape.ts';

export const textsFor = (locale: string): Texts => (locale === 'en' ? en : pt);

const TextsContext = createContext<Texts>(pt);

export const TextsProvider = TextsContext;

export const useTexts = (): Texts => use(TextsContext);
