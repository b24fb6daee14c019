import { type ChargeMethod } from '@repasse/contracts';
import { type SplitItem } from '../store/effects';

/** The terms of a link, as its merchant set them. */
export interface LinkTerms {
  readonly link_id: string;
  readonly user_id: number;
  readonly title: string;
  /** Null where the payer chooses between the two others, which are null otherwise. */
  readonly amount_minor: number | null;
  readonly min_minor: number | null;
  readonly max_minor: number | null;
  readonly methods: readonly ChargeMethod[] | null;
  readonly split: readonly SplitItem[];
  readonly uses_max: number | null;
  readonly valid_until: string | null;
  readonly redirect_url: string | null;
  readonly is_active: boolean;
  readonly created_at: string;
}

/** A row of `payment_links`. */
export interface Link extends LinkTerms {
  /** Of charges that are paid or may still be. */
  readonly uses_taken: number;
  readonly created_count: number;
  readonly paid_count: number;
  readonly paid_minor: number;
  readonly updated_at: string;
}

export type LinkStatus = 'OPEN' | 'INACTIVE' | 'ENDED' | 'SOLD_OUT';

type Standing = Pick<Link, 'is_active' | 'valid_until' | 'uses_max' | 'uses_taken'>;

/** Whether payers can go on, or why not: the merchant's word first, then time, then stock. */
export const linkStatus = (link: Standing, nowMs: number): LinkStatus => {
  if (!link.is_active) return 'INACTIVE';
  if (link.valid_until !== null && Date.parse(link.valid_until) <= nowMs) return 'ENDED';
  return link.uses_max !== null && link.uses_taken >= link.uses_max ? 'SOLD_OUT' : 'OPEN';
};

/** A dot or comma before one or two digits; a text that might be thousands is asked for again. */
const writtenForm = /^(?<whole>\d{1,10})(?:[.,](?<part>\d{1,2}))?$/;

/** The amount a person typed, in minor units. */
export const writtenMinor = (text: string): number | undefined => {
  const { whole, part = '' } = writtenForm.exec(text.replace(/^R\$/, '').trim())?.groups ?? {};
  return whole === undefined ? undefined : Number(whole) * 100 + Number(part.padEnd(2, '0'));
};

/** The amount to pay, in minor units; undefined where the typed one is missing, no amount, or outside the link's limits. */
export const amountToPay = (link: LinkTerms, typed: string | undefined): number | undefined => {
  if (link.amount_minor !== null) return link.amount_minor;
  const minor = typed === undefined ? undefined : writtenMinor(typed.trim());
  const isTaken = minor !== undefined && minor >= (link.min_minor ?? 0) && minor <= (link.max_minor ?? 0);
  return isTaken ? minor : undefined;
};
