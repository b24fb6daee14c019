import { useNavigate, useSearch } from '@tanstack/react-router';
import { type components } from '@repasse/contracts/generated/http/identity';
import { Problem } from '../api/problem.ts';
import { useApi } from '../session/session.tsx';
import { keyTexts } from '../texts/keys.ts';
import { useTexts } from '../texts/texts.tsx';
import { Facts } from '../ui/facts.tsx';
import { textsOf, type Texts } from '../ui/form.ts';
import { Heading } from '../ui/heading.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useChange } from '../ui/step-up.tsx';
import { When } from '../ui/when.tsx';
import { ScopeChoice, scopesIn } from './keys/scope-choice.tsx';
import { useOne } from './use-one.ts';

type Device = components['schemas']['DeviceAuthorization'];

const pathOf = (code: string): string => `/device-authorizations/by-code/${encodeURIComponent(code)}`;

/** Where a command line sends a person to be given a key; the code stands in the address. */
export const Screen = () => {
  const { locale } = useTexts();
  const { code }: { readonly code?: string } = useSearch({ strict: false });
  return (
    <>
      <Heading text={keyTexts[locale].device} />
      {code === undefined ? <AskCode /> : <FoundDevice code={code} />}
    </>
  );
};

/** As a person types it: without the dash, or in small letters. */
const codeOf = (typed = ''): string => {
  const letters = typed.toUpperCase().replaceAll(/[^A-Z]/g, '');
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
};

const AskCode = () => {
  const { locale } = useTexts();
  const texts = keyTexts[locale];
  const navigate = useNavigate();
  const look = (form: Texts) => {
    void navigate({ to: '/device', search: ({ m }: { m?: number }) => ({ m, code: codeOf(form['code']) }) });
  };
  return (
    <form className="card long" onSubmit={(event) => look(textsOf(event))}>
      <p>{texts.deviceAbout}</p>
      <label>
        {texts.deviceCode}
        <input name="code" required maxLength={12} autoComplete="off" autoCapitalize="characters" spellCheck={false} />
      </label>
      <button type="submit" className="main">
        {texts.look}
      </button>
    </form>
  );
};

const FoundDevice = ({ code }: { readonly code: string }) => {
  const { locale } = useTexts();
  const { data, error } = useOne<Device>('device', pathOf(code));
  if (error instanceof Problem && [400, 404].includes(error.status))
    return (
      <>
        <p role="alert" className="notice">
          {keyTexts[locale].unknownCode}
        </p>
        <AskCode />
      </>
    );
  if (data === undefined) return <ProblemNotice fault={error} />;
  return <Decision device={data} />;
};

const Decision = ({ device }: { readonly device: Device }) => {
  const { locale, fields } = useTexts();
  const texts = keyTexts[locale];
  const { userCode, deviceName, address, createdAt, status } = device;
  return (
    <>
      <Facts
        facts={[
          [texts.deviceCode, <strong key="code">{userCode}</strong>],
          [fields.name, deviceName],
          [texts.asksFrom, address],
          [fields.createdAt, <When key="when" at={createdAt} />],
        ]}
      />
      {status === 'WAITING' ? (
        <Decide device={device} />
      ) : (
        <p role="status" className="notice good">
          {status === 'APPROVED' ? texts.approved : texts.refused}
        </p>
      )}
    </>
  );
};

const Decide = ({ device: { userCode, scopes: asked } }: { readonly device: Device }) => {
  const api = useApi();
  const { locale } = useTexts();
  const texts = keyTexts[locale];
  const stale = ['device', 'keys'];
  const approval = useChange<unknown, object>({
    change: (body, idempotencyKey) => api(`${pathOf(userCode)}/approval`, { method: 'POST', idempotencyKey, body }),
    stale,
  });
  const refusal = useChange({
    change: (_input: undefined) => api(pathOf(userCode), { method: 'DELETE' }),
    stale,
  });
  const isPending = approval.isPending || refusal.isPending;
  const approve = (form: Texts) => {
    const scopes = scopesIn(form);
    approval.run(scopes === undefined ? {} : { scopes });
  };
  return (
    <>
      <p className="notice">{texts.sameCode}</p>
      <ProblemNotice fault={approval.fault ?? refusal.fault} />
      <form className="card long" onSubmit={(event) => approve(textsOf(event))}>
        <ScopeChoice asked={asked} />
        <div className="actions">
          <button type="submit" className="main" disabled={isPending}>
            {texts.approve}
          </button>
          <button type="button" className="danger" disabled={isPending} onClick={() => refusal.run(undefined)}>
            {texts.refuse}
          </button>
        </div>
      </form>
      {approval.dialog}
      {refusal.dialog}
    </>
  );
};
