import { type Page as AnyPage, type Part as AnyPart } from '@repasse/checkout-kit/browser/page';
import { type CheckoutState } from '../both-sides/checkout-state.ts';
import { type Api } from './api.ts';

/** The parameters of every part of the page. */
export interface Page extends AnyPage<CheckoutState> {
  readonly api: Api;
}

export type Part = AnyPart<CheckoutState>;
