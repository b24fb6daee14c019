/** A path of the console to go to after a sign-in, and nothing that leads out of it. */
export const nextOf = (given: unknown): string =>
  typeof given === 'string' && /^\/(?![/\\])[\x21-\x7E]{0,500}$/.test(given) && !given.includes('\\') ? given : '/';
