/** By which a search leads to what is meant: the shape of what was typed says where it can be. */
export type Shape =
  | { readonly kind: 'nothing' }
  /** One thing with a screen of its own, at this path with this search. */
  | { readonly kind: 'screen'; readonly to: string; readonly search: Readonly<Record<string, string>> }
  /** One without: what the API says of it leads on. */
  | { readonly kind: 'dispute' | 'withdrawal' | 'delivery'; readonly id: string }
  /** What charges and sellers are searched by. */
  | { readonly kind: 'words'; readonly query: string; readonly seller: Readonly<Record<string, string>> };

/** The API looks for two characters at least. */
const charactersMin = 2;

/** Prefixes of contracts/http, each before the 26 characters of a ULID. */
const idShape = /^(ch|msg|del|we|dsp|wd)_[0-7][0-9A-HJKMNP-TV-Z]{25}$/i;
const emailShape = /^[^\s@]+@[^\s@]+$/;
/** CPF or CNPJ, with or without punctuation; the twelve places before a CNPJ's check digits may be letters. */
const documentShape = /^(\d{3}\.?\d{3}\.?\d{3}-?\d{2}|[\dA-Z]{2}\.?[\dA-Z]{3}\.?[\dA-Z]{3}\/?[\dA-Z]{4}-?\d{2})$/i;

/** An attempt, payment or refund is found by its charge's search, as are an end-to-end id and a reference. */
export const shapeOf = (typed: string): Shape => {
  const query = typed.trim();
  if (query.length < charactersMin) return { kind: 'nothing' };
  const prefix = idShape.exec(query)?.[1]?.toLowerCase();
  if (prefix !== undefined) return byId(prefix, idOf(query));
  return { kind: 'words', query, seller: sellerBy(query) };
};

/** As the API writes it, whatever was pasted. */
const idOf = (query: string): string => {
  const [prefix = '', ulid = ''] = query.split('_');
  return `${prefix.toLowerCase()}_${ulid.toUpperCase()}`;
};

const byId = (prefix: string, id: string): Shape => {
  switch (prefix) {
    case 'dsp':
      return { kind: 'dispute', id };
    case 'wd':
      return { kind: 'withdrawal', id };
    case 'del':
      return { kind: 'delivery', id };
    case 'msg':
      return { kind: 'screen', to: '/events', search: { event: id } };
    case 'we':
      return { kind: 'screen', to: `/endpoints/${id}`, search: {} };
    default:
      return { kind: 'screen', to: `/charges/${id}`, search: {} };
  }
};

const sellerBy = (query: string): Readonly<Record<string, string>> => {
  if (emailShape.test(query)) return { email: query };
  return documentShape.test(query) ? { document: query } : { name: query };
};
