import { type components } from '@repasse/contracts/generated/http/payment-gateway';
import { useMay } from '../../session/session.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { Actor } from '../../ui/actor.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Money } from '../../ui/money.tsx';
import { Status } from '../../ui/status.tsx';
import { When } from '../../ui/when.tsx';
import { Settle } from './settle.tsx';

type Check = components['schemas']['StatementCheck'];
type Difference = components['schemas']['StatementDifference'];

export const Differences = ({ check }: { readonly check: Check }) => {
  const { fields, reasons, words } = useTexts();
  return (
    <>
      <h2>{fields.differences}</h2>
      <DataTable
        caption={fields.differences}
        rows={check.differences}
        keyOf={({ id }) => id}
        empty={words.noDifferences}
        columns={[
          { title: fields.reason, cell: ({ kind }) => reasons[kind] ?? kind },
          { title: fields.status, cell: ({ status }) => <Status of={status} /> },
          { title: fields.reference, cell: ({ providerReference }) => <code>{providerReference}</code> },
          { title: fields.listed, isNumber: true, cell: ({ listed }) => <Money {...amountOf(listed)} /> },
          { title: fields.recorded, isNumber: true, cell: ({ recorded }) => <Money {...amountOf(recorded)} /> },
          { title: fields.paidAt, cell: ({ receivedAt }) => <When at={receivedAt} /> },
          { title: fields.decision, cell: (difference) => <Settled checkId={check.id} difference={difference} /> },
        ]}
      />
    </>
  );
};

const amountOf = (given: Difference['listed']) => given ?? { amount: null };

const Settled = ({ checkId, difference }: { readonly checkId: string; readonly difference: Difference }) => {
  const maySettle = useMay('payments:write');
  const { status, settlement, id } = difference;
  if (settlement !== null)
    return (
      <>
        {settlement.note} (<Actor id={settlement.settledBy} />)
      </>
    );
  return status === 'OPEN' && maySettle ? <Settle checkId={checkId} differenceId={id} /> : <>–</>;
};
