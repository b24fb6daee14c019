import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type components } from '@repasse/contracts/generated/http/identity';
import { useSettled } from '../search/use-settled.ts';
import { screenOf } from '../session/about-merchant.ts';
import { useApi, useSession } from '../session/session.tsx';
import { useTexts } from '../texts/texts.tsx';
import { Dialog } from './dialog.tsx';
import { ProblemNotice } from './problem-notice.tsx';

type User = components['schemas']['User'];

/** More are found by typing more. */
const shownMax = 10;

/** The list of the present screen, about that merchant, by a load of its own: nothing of the one before is left in the page. */
const lookAt = (userId: number | null): void => {
  const query = userId === null ? '' : `?m=${String(userId)}`;
  location.assign(`/${screenOf(location.pathname)}${query}`);
};

/** Staff choose whom they look at. It stands in the address, so that a link means the same to a colleague. */
export const ChooseMerchant = () => {
  const { actions } = useTexts();
  const { merchantId } = useSession();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="actions">
      {merchantId !== null && <Chosen merchantId={merchantId} />}
      <button type="button" onClick={() => setOpen(true)}>
        {actions.chooseMerchant}
      </button>
      {isOpen && <MerchantDialog onClose={() => setOpen(false)} />}
    </div>
  );
};

const Chosen = ({ merchantId }: { readonly merchantId: number }) => {
  const api = useApi();
  const { actions } = useTexts();
  const { data } = useQuery({
    queryKey: ['user', merchantId],
    queryFn: () => api<User>(`/users/${String(merchantId)}`),
    staleTime: 60_000,
  });
  return (
    <>
      <b>
        {data?.name} ({merchantId})
      </b>
      <button type="button" onClick={() => lookAt(null)}>
        {actions.leaveMerchant}
      </button>
    </>
  );
};

const MerchantDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const api = useApi();
  const { actions, words } = useTexts();
  const [typed, setTyped] = useState('');
  const query = useSettled(typed).trim();
  const { data, error, isFetching } = useQuery({
    queryKey: ['users', query],
    queryFn: ({ signal }) =>
      api<{ readonly data: readonly User[] }>('/users', { query: { query, limit: shownMax }, signal }),
  });
  return (
    <Dialog title={actions.chooseMerchant} onClose={onClose}>
      <label>
        {words.findMerchant}
        <input type="search" autoComplete="off" maxLength={100} onChange={({ target }) => setTyped(target.value)} />
      </label>
      <ProblemNotice fault={error} />
      <ul aria-live="polite" aria-busy={isFetching} className="choices">
        {data?.data.map(({ id, name, email }) => (
          <li key={id}>
            <button type="button" onClick={() => lookAt(id)}>
              {name} · {email} · {id}
            </button>
          </li>
        ))}
      </ul>
      {data?.data.length === 0 && <p>{words.foundNothing}</p>}
    </Dialog>
  );
};
