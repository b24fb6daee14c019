import { type Query, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type components } from '@repasse/contracts/generated/http/charge';
import { useSession } from '../../session/session.tsx';

type Charge = components['schemas']['Charge'];

const everyMs = 2_000;

/** Where a person is payer and merchant at once, the screen of a charge that waits sees by itself that it was paid. */
export const useWatching = () => {
  const { sandbox } = useSession();
  return ({ state }: Query<Charge>): number | false =>
    sandbox !== null && (state.data?.status === 'PENDING' || state.data?.status === 'PROCESSING') ? everyMs : false;
};

/** Another status is another story: its attempts and timeline are read anew. */
export const useReadAnew = (status: Charge['status'] | undefined): void => {
  const queries = useQueryClient();
  const before = useRef(status);
  useEffect(() => {
    const isOther = before.current !== undefined && before.current !== status;
    before.current = status;
    if (isOther) for (const name of ['attempts', 'timeline']) void queries.invalidateQueries({ queryKey: [name] });
  }, [status, queries]);
};
