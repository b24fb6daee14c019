import { type components } from '@repasse/contracts/generated/http/provider-sandbox';
import { ActionButton } from '../../ui/action-button.tsx';
import { When } from '../../ui/when.tsx';
import { Section } from '../settings/section.tsx';
import { useSandbox, useSandboxTexts, useWorld } from './use-sandbox.ts';

type Now = components['schemas']['Clock'];

const hourMs = 3_600_000;
const steps = [
  ['hour', hourMs],
  ['day', 24 * hourMs],
  ['week', 7 * 24 * hourMs],
  ['month', 31 * 24 * hourMs],
] as const;

/** Time goes forward only: what happened already would lie in the future otherwise. */
export const Clock = () => {
  const sandbox = useSandbox();
  const texts = useSandboxTexts();
  return (
    <Section<Now> title={texts.clock} about={texts.clockAbout} of={useWorld<Now>('clock')}>
      {({ now }) => (
        <div className="card">
          <p role="status">
            {texts.itIs} <When at={now} />
          </p>
          <div className="actions">
            {steps.map(([name, aheadMs]) => (
              <ActionButton
                key={name}
                text={`+ ${texts.ahead[name]}`}
                change={() => sandbox('/clock', { method: 'POST', body: { aheadMs } })}
                stale={['sandbox', 'session']}
              />
            ))}
          </div>
        </div>
      )}
    </Section>
  );
};
