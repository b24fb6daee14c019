import { type AnswerInfo, type WithResponse } from './answer';

/** One page of a list. */
export interface Page<Body, Item> {
  readonly items: readonly Item[];
  /** The whole body, with what else the list says. */
  readonly body: Body;
  readonly response: AnswerInfo;
  readonly hasNext: boolean;
  /** Throws a RangeError where there is none. */
  next(): Promise<Page<Body, Item>>;
}

/** How a kind of list is read: by cursor or by the numbers of its pages. */
export interface PageForm<Body, Item> {
  readonly itemsOf: (body: Body) => readonly Item[];
  /** What the query of the next page has in place of the present one's; undefined at the end. */
  readonly nextOf: (body: Body, query: Readonly<Record<string, unknown>>) => object | undefined;
}

type Read<Body> = (query: Readonly<Record<string, unknown>>) => PromiseLike<Body> & {
  withResponse(): Promise<WithResponse<Body>>;
};

/** A list: awaited it is its first page, and `for await` runs over the items of all of them. */
export class List<Body, Item> implements PromiseLike<Page<Body, Item>>, AsyncIterable<Item> {
  readonly #read: Read<Body>;
  readonly #query: Readonly<Record<string, unknown>>;
  readonly #form: PageForm<Body, Item>;
  #first: Promise<Page<Body, Item>> | undefined;

  constructor(read: Read<Body>, query: object, form: PageForm<Body, Item>) {
    this.#read = read;
    this.#query = { ...query };
    this.#form = form;
  }

  then<Done = Page<Body, Item>, Failed = never>(
    onDone?: ((page: Page<Body, Item>) => Done | PromiseLike<Done>) | null,
    onFailed?: ((thrown: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Done | Failed> {
    this.#first ??= this.#pageOf(this.#query);
    return this.#first.then(onDone, onFailed);
  }

  async *[Symbol.asyncIterator](): AsyncIterator<Item> {
    for await (const page of this.pages()) yield* page.items;
  }

  async *pages(): AsyncGenerator<Page<Body, Item>> {
    let page = await this.then((first) => first);
    yield page;
    while (page.hasNext) {
      page = await page.next();
      yield page;
    }
  }

  async #pageOf(query: Readonly<Record<string, unknown>>): Promise<Page<Body, Item>> {
    const { data: body, response } = await this.#read(query).withResponse();
    const change = this.#form.nextOf(body, query);
    return {
      items: this.#form.itemsOf(body),
      ...{ body, response, hasNext: change !== undefined },
      next: () => {
        if (change === undefined) throw new RangeError('This is the last page.');
        return this.#pageOf({ ...query, ...change });
      },
    };
  }
}

interface CursorBody<Item> {
  readonly data: readonly Item[];
  readonly pagination: { readonly nextCursor?: string | null };
}

/** Stays right while items are made. */
export const byCursor = <Item>(): PageForm<CursorBody<Item>, Item> => ({
  itemsOf: ({ data }) => data,
  nextOf: ({ pagination: { nextCursor } }) => (typeof nextCursor === 'string' ? { cursor: nextCursor } : undefined),
});

interface NumberedBody<Item> {
  readonly data: readonly Item[];
  readonly pagination: { readonly page: number; readonly totalPages: number };
}

export const byNumber = <Item>(): PageForm<NumberedBody<Item>, Item> => ({
  itemsOf: ({ data }) => data,
  nextOf: ({ pagination: { page, totalPages } }) => (page < totalPages ? { page: page + 1 } : undefined),
});

interface EnvelopeBody<Item> {
  readonly response: {
    readonly data: readonly Item[];
    readonly pagination: { readonly page: number; readonly totalPages: number };
  };
}

/** Lists whose pages lie in an envelope, as those of invoices. */
export const byNumberInEnvelope = <Item>(): PageForm<EnvelopeBody<Item>, Item> => ({
  itemsOf: ({ response }) => response.data,
  nextOf: ({ response: { pagination } }) =>
    pagination.page < pagination.totalPages ? { page: pagination.page + 1 } : undefined,
});
