import { type components } from '@repasse/contracts/generated/http/webhook-dispatcher';
import { Status } from '../../ui/status.tsx';

type Try = components['schemas']['Try'];

/** How one request to a receiver went, in a line. */
export const TryText = ({ of: tried }: { readonly of: Try | null }) => {
  if (tried === null) return <>–</>;
  const { isDelivered, responseStatus, failure, durationMs, responseBody } = tried;
  return (
    <>
      <Status of={isDelivered ? 'DELIVERED' : 'FAILED'} /> {responseStatus ?? failure} · {durationMs} ms{' '}
      {responseBody !== null && <code>{responseBody.slice(0, charactersShown)}</code>}
    </>
  );
};

/** As much as a line of a table has room for. */
const charactersShown = 120;
