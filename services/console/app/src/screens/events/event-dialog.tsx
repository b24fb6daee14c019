import { Link } from '@tanstack/react-router';
import { type components } from '@repasse/contracts/generated/http/webhook-dispatcher';
import { useTexts } from '../../texts/texts.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Json } from '../../ui/json.tsx';
import { sameUser } from '../../ui/links.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useOne } from '../use-one.ts';

type FeedEvent = components['schemas']['Event'];

/** The very body that webhooks carry, and the way to its deliveries. */
export const EventDialog = ({ eventId, onClose }: { readonly eventId: string; readonly onClose: () => void }) => {
  const { screens, actions } = useTexts();
  const { data, error } = useOne<FeedEvent>('event', `/events/${encodeURIComponent(eventId)}`);
  return (
    <Dialog title={data?.type ?? eventId} onClose={onClose}>
      <ProblemNotice fault={error} />
      {data !== undefined && <Json value={data} label={eventId} />}
      <div className="actions">
        <Link
          to="/deliveries"
          className="button"
          search={(before: { m?: number }) => ({ ...sameUser(before), eventId })}
        >
          {screens.deliveries}
        </Link>
        <button type="button" onClick={onClose}>
          {actions.close}
        </button>
      </div>
    </Dialog>
  );
};
