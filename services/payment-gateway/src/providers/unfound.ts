import { type Unanswered } from './sorted-answer';

/** `unavailable`: the question was not looked at. `silent`: nothing is known. Only `missing` says something. */
export type Unfound =
  | { readonly outcome: 'missing' }
  | { readonly outcome: 'unavailable'; readonly detail: string }
  | { readonly outcome: 'silent'; readonly isTimeout: boolean; readonly detail: string };

type NoAnswer = { readonly kind: 'missing' } | { readonly kind: 'refused'; readonly detail: string } | Unanswered;

/** What looking something up comes to when the provider has not shown it. */
export const unfound = (answer: NoAnswer): Unfound => {
  switch (answer.kind) {
    case 'missing':
      return { outcome: 'missing' };
    case 'silent':
      return { outcome: 'silent', isTimeout: answer.isTimeout, detail: answer.detail };
    // A question that was refused says nothing about what was asked for.
    case 'refused':
    case 'unavailable':
      return { outcome: 'unavailable', detail: answer.detail };
  }
};

/** An answer came, and nothing can be made of it. */
export const silent = (detail: string): Unfound => ({ outcome: 'silent', isTimeout: false, detail });
