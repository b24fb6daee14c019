import { type components } from '@repasse/contracts/generated/http/charge';
import { useApi, useMay } from '../../session/session.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { ChargeLink } from '../../ui/links.tsx';
import { Money } from '../../ui/money.tsx';
import { When } from '../../ui/when.tsx';
import { Section } from '../settings/section.tsx';
import { useOne } from '../use-one.ts';
import { PayButton } from './pay-button.tsx';
import { useSandboxTexts } from './use-sandbox.ts';

type Charge = components['schemas']['Charge'];

interface Waiting {
  readonly data: readonly Charge[];
}

const shownMax = 10;

/** The newest charges that can be paid; without one, the way to a first. */
export const WaitingCharges = () => {
  const texts = useSandboxTexts();
  const waiting = useOne<Waiting>('charges', '/charge/list', { status: 'PENDING', limit: shownMax });
  return (
    <Section<Waiting> title={texts.pay} about={texts.payAbout} of={waiting}>
      {({ data }) => (
        <>
          {data.length === 0 ? <p className="card empty">{texts.nothingWaits}</p> : <Rows rows={data} />}
          <MakeCharge />
          <p className="soft">{texts.cards}</p>
        </>
      )}
    </Section>
  );
};

const MakeCharge = () => {
  const api = useApi();
  const texts = useSandboxTexts();
  if (!useMay('charges:write')) return null;
  return (
    <div className="actions">
      <ActionButton
        text={texts.makeCharge}
        change={(_, idempotencyKey) => api('/charge', { method: 'POST', body: tenReais, idempotencyKey })}
        stale={['charges']}
      />
    </div>
  );
};

const tenReais = { grossAmount: '10.00', currency: 'BRL', paymentMethod: 'PIX' };

const Rows = ({ rows }: { readonly rows: readonly Charge[] }) => {
  const { fields } = useTexts();
  const texts = useSandboxTexts();
  return (
    <DataTable
      caption={texts.pay}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { title: fields.createdAt, cell: ({ createdAt }) => <When at={createdAt} /> },
        { title: fields.amount, isNumber: true, cell: ({ grossAmount }) => <Money amount={grossAmount} /> },
        { title: fields.charge, cell: ({ id }) => <ChargeLink chargeId={id} /> },
        { title: fields.reference, cell: ({ externalReference }) => externalReference },
        { title: texts.pay, cell: ({ id }) => <PayButton chargeId={id} isWaiting label={id} /> },
      ]}
    />
  );
};
