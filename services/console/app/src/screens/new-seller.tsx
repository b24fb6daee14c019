import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type components } from '@repasse/contracts/generated/http/identity';
import { Problem } from '../api/problem.ts';
import { useApi } from '../session/session.tsx';
import { useTexts } from '../texts/texts.tsx';
import { textsOf } from '../ui/form.ts';
import { Heading } from '../ui/heading.tsx';
import { sameUser } from '../ui/links.tsx';
import { NamedSelect } from '../ui/named-select.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useChange } from '../ui/step-up.tsx';
import { FormField } from './new-seller/form-field.tsx';
import { recipientOf, type NewRecipient } from './new-seller/recipient-of.ts';

type Recipient = components['schemas']['Recipient'];

/** Registers a seller, or finds the one that is there; either is shown next. */
export const Screen = () => {
  const api = useApi();
  const navigate = useNavigate();
  const { selling } = useTexts();
  const { run, isPending, fault, dialog } = useChange<Recipient, NewRecipient>({
    change: (body, idempotencyKey) => api('/recipients', { method: 'POST', idempotencyKey, body }),
    stale: ['sellers'],
    onDone: ({ id }) => {
      const params = { recipientId: String(id) };
      void navigate({ to: '/sellers/$recipientId', params, search: sameUser });
    },
  });
  const problem = fault instanceof Problem ? fault : undefined;
  return (
    <>
      <Heading text={selling.register} />
      {problem !== undefined && problem.errors.some(({ field }) => selling.faults[field] !== undefined) ? (
        <p className="notice" role="alert">
          {selling.faultyFields}
        </p>
      ) : (
        <ProblemNotice fault={fault} />
      )}
      <form className="card long" onSubmit={(event) => run(recipientOf(textsOf(event)))}>
        <Identity problem={problem} />
        <Address problem={problem} />
        <p className="soft">{selling.verifyLater}</p>
        <button type="submit" className="main" disabled={isPending}>
          {selling.register}
        </button>
      </form>
      {dialog}
    </>
  );
};

interface Part {
  readonly problem: Problem | undefined;
}

const Identity = ({ problem: fault }: Part) => {
  const { fields, kinds, selling } = useTexts();
  const [kind, setKind] = useState('PERSON');
  return (
    <div className="fields">
      <NamedSelect name="kind" label={fields.kind} values={['PERSON', 'COMPANY']} names={kinds} onChoose={setKind} />
      <FormField {...{ name: 'name', label: fields.name, fault }} maxLength={120} isRequired />
      <FormField {...{ name: 'document', label: fields.document, fault }} maxLength={18} isRequired />
      <FormField {...{ name: 'email', label: fields.email, fault }} type="email" maxLength={254} isRequired />
      <FormField {...{ name: 'tradeName', label: fields.tradeName, fault }} maxLength={120} />
      <FormField {...{ name: 'telephone', label: fields.telephone, fault }} type="tel" maxLength={20} />
      {kind === 'PERSON' ? (
        <FormField {...{ name: 'birthDate', label: fields.birthDate, fault }} type="date" />
      ) : (
        <>
          <FormField {...{ name: 'representative.name', label: selling.representativeName, fault }} maxLength={120} />
          <FormField
            {...{ name: 'representative.document', label: selling.representativeDocument, fault }}
            maxLength={18}
          />
          <FormField
            {...{ name: 'representative.birthDate', label: selling.representativeBirthDate, fault }}
            type="date"
          />
        </>
      )}
      <FormField {...{ name: 'activity', label: fields.activity, fault }} maxLength={120} />
      <FormField {...{ name: 'externalReference', label: fields.reference, fault }} maxLength={100} />
    </div>
  );
};

const Address = ({ problem: fault }: Part) => {
  const { fields, selling } = useTexts();
  return (
    <fieldset>
      <legend>{fields.postalAddress}</legend>
      <div className="fields">
        <FormField {...{ name: 'address.postalCode', label: selling.postalCode, fault }} maxLength={9} />
        <FormField {...{ name: 'address.street', label: selling.street, fault }} maxLength={120} />
        <FormField {...{ name: 'address.number', label: selling.houseNumber, fault }} maxLength={20} />
        <FormField {...{ name: 'address.complement', label: selling.complement, fault }} maxLength={80} />
        <FormField {...{ name: 'address.district', label: selling.district, fault }} maxLength={80} />
        <FormField {...{ name: 'address.city', label: selling.city, fault }} maxLength={80} />
        <FormField {...{ name: 'address.state', label: selling.state, fault }} maxLength={2} />
      </div>
    </fieldset>
  );
};
