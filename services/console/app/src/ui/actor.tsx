import { useActorNames } from '../team/use-actor-names.ts';

/** A person by their name, where the reader may see the team; a person of elsewhere, or an API key, by the id. */
export const Actor = ({ id }: { readonly id: string | null | undefined }) => {
  const nameOf = useActorNames();
  if (id === null || id === undefined) return <>–</>;
  const name = nameOf(id);
  return name === undefined ? <code>{id}</code> : <span title={id}>{name}</span>;
};
