import { type components } from '@repasse/contracts/generated/http/provider-sandbox';
import { NamedSelect } from '../../ui/named-select.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useChange } from '../../ui/step-up.tsx';
import { useSandbox, useSandboxTexts, useWorld } from './use-sandbox.ts';

type Schemas = components['schemas'];
type Refunds = Schemas['Refunds'];
type Payouts = Pick<Schemas['SentPixList'], 'outcome' | 'delayMs'>;

/** How refunds and payouts come out, as the providers tell it a moment later. */
export const Endings = () => (
  <>
    <Refunds />
    <Payouts />
  </>
);

const useSetting = (name: 'refunds' | 'payouts') => {
  const sandbox = useSandbox();
  return useChange<unknown, object>({
    change: (body) => sandbox(`/${name}`, { method: 'PUT', body }),
    stale: ['sandbox'],
  });
};

const refundOutcomes: readonly Refunds['pix']['outcome'][] = ['settled', 'failed', 'pending', 'declined'];

const Refunds = () => {
  const texts = useSandboxTexts();
  const { data, error } = useWorld<Refunds>('refunds');
  const { run, fault, dialog } = useSetting('refunds');
  return (
    <>
      <h3>{texts.refunds}</h3>
      <ProblemNotice fault={error ?? fault} />
      <div className="card fields">
        {Object.entries(data ?? {}).map(([provider, { outcome, delayMs }]) => (
          <NamedSelect
            key={`${provider} ${outcome}`}
            name={`refunds.${provider}`}
            label={texts.providerNames[provider] ?? provider}
            values={refundOutcomes}
            names={texts.endings}
            chosen={outcome}
            onChoose={(chosen) => run({ ...data, [provider]: { outcome: chosen, delayMs } })}
          />
        ))}
      </div>
      {dialog}
    </>
  );
};

const payoutOutcomes: readonly Payouts['outcome'][] = ['settled', 'failed', 'pending'];

const Payouts = () => {
  const texts = useSandboxTexts();
  const { data, error } = useWorld<Payouts>('payouts');
  const { run, fault, dialog } = useSetting('payouts');
  return (
    <>
      <h3>{texts.payouts}</h3>
      <ProblemNotice fault={error ?? fault} />
      <div className="card fields">
        {data !== undefined && (
          <NamedSelect
            key={data.outcome}
            name="payouts"
            label={texts.outcome}
            values={payoutOutcomes}
            names={texts.endings}
            chosen={data.outcome}
            onChoose={(outcome) => run({ outcome, delayMs: data.delayMs })}
          />
        )}
      </div>
      {dialog}
    </>
  );
};
