/** Tokens live for an hour; no installation has so many callers in that time, and each takes 100 bytes. */
const credentialsMax = 50_000;

/** Digests of the credentials that services have accepted. The oldest is forgotten, and counted as new when it comes again. */
export type AcceptedCredentials = Pick<Set<string>, 'has' | 'delete'> & { readonly add: (digest: string) => void };

export const createAcceptedCredentials = (max = credentialsMax): AcceptedCredentials => {
  const digests = new Set<string>();
  return {
    has: (digest) => digests.has(digest),
    delete: (digest) => digests.delete(digest),
    add: (digest) => {
      if (digests.has(digest)) return;
      digests.add(digest);
      const [oldest] = digests;
      if (digests.size > max && oldest !== undefined) digests.delete(oldest);
    },
  };
};
