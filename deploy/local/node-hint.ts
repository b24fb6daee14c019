/** From 24 on, following a request through promises costs a fraction, which is felt in every service. */
const recommendedMajor = 24;

/** What to tell a person whose Node runs everything here, but slower than it could; undefined when there is nothing. */
export const nodeHint = (version: string): string | undefined => {
  const major = Number(version.replace(/^v/, '').split('.')[0]);
  if (major >= recommendedMajor) return undefined;
  return (
    `Node ${version} runs all of it; Node ${String(recommendedMajor)} is faster` +
    `${major < 22 ? ', and this one has had no support since April 2026' : ''}.`
  );
};
