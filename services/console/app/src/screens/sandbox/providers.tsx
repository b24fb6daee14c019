import { type components } from '@repasse/contracts/generated/http/provider-sandbox';
import { NamedSelect } from '../../ui/named-select.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useChange } from '../../ui/step-up.tsx';
import { Section } from '../settings/section.tsx';
import { type Behaviour, behaviourOf, behaviours, chaosWith } from './behaviours.ts';
import { Endings } from './endings.tsx';
import { useSandbox, useSandboxTexts, useWorld } from './use-sandbox.ts';

type Chaos = components['schemas']['Chaos'];

/** The trouble each provider makes. */
export const Providers = () => {
  const texts = useSandboxTexts();
  return (
    <Section<Chaos> title={texts.providers} about={texts.providersAbout} of={useWorld<Chaos>('chaos')}>
      {(chaos) => (
        <>
          <Behaviours chaos={chaos} />
          <Endings />
        </>
      )}
    </Section>
  );
};

const Behaviours = ({ chaos }: { readonly chaos: Chaos }) => {
  const sandbox = useSandbox();
  const texts = useSandboxTexts();
  const { run, isPending, fault, dialog } = useChange<unknown, object>({
    change: (body) => sandbox('/chaos', { method: 'PUT', body }),
    stale: ['sandbox'],
  });
  return (
    <div className="card">
      <ProblemNotice fault={fault} />
      <div className="fields">
        {Object.entries(chaos).map(([provider, each]) => {
          const now = behaviourOf(each);
          return (
            <NamedSelect
              // Somebody else may have turned it: the choice shows how it is.
              key={`${provider} ${now}`}
              name={provider}
              label={texts.providerNames[provider] ?? provider}
              values={now === 'other' ? [...behaviours, now] : behaviours}
              names={texts.behaviours}
              chosen={now}
              onChoose={(chosen) => {
                if (isSettable(chosen)) run(chaosWith(chaos, provider, chosen));
              }}
            />
          );
        })}
      </div>
      <div className="actions">
        <button type="button" disabled={isPending} onClick={() => run({})}>
          {texts.calmAll}
        </button>
      </div>
      {dialog}
    </div>
  );
};

const isSettable = (chosen: string): chosen is Exclude<Behaviour, 'other'> =>
  (behaviours as readonly string[]).includes(chosen);
