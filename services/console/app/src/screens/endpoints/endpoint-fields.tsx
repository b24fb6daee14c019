import { type components } from '@repasse/contracts/generated/http/webhook-dispatcher';
import { useTexts } from '../../texts/texts.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { listIn, textsOf, type Texts } from '../../ui/form.ts';

type Endpoint = components['schemas']['Endpoint'];

/** Types as they were written: the API says which of them it does not know. */
export type EndpointForm = Pick<Endpoint, 'url' | 'description' | 'isOrdered' | 'hasSlowRetries'> & {
  readonly eventTypes: readonly string[];
};

interface Props {
  readonly endpoint?: Endpoint;
  readonly action: string;
  readonly isPending: boolean;
  readonly onSubmit: (form: EndpointForm) => void;
  readonly onCancel?: () => void;
}

export const EndpointFields = ({ endpoint, action, isPending, onSubmit, onCancel }: Props) => {
  const { fields, words, actions } = useTexts();
  return (
    <form className="card form" onSubmit={(event) => onSubmit(formOf(textsOf(event)))}>
      <label>
        {fields.url}
        <input type="url" name="url" required maxLength={2000} defaultValue={endpoint?.url} />
      </label>
      <label>
        {fields.eventTypes} ({words.withCommas})
        <input name="eventTypes" required maxLength={2000} defaultValue={endpoint?.eventTypes.join(', ') ?? '*'} />
      </label>
      <label>
        {fields.description} ({words.optional})
        <input name="description" maxLength={200} defaultValue={endpoint?.description} />
      </label>
      <Checkbox name="isOrdered" label={words.inOrder} isTicked={endpoint?.isOrdered ?? false} />
      <Checkbox name="hasSlowRetries" label={words.slowRetries} isTicked={endpoint?.hasSlowRetries ?? true} />
      <div className="actions">
        <button type="submit" className="main" disabled={isPending}>
          {action}
        </button>
        {onCancel !== undefined && (
          <button type="button" onClick={onCancel}>
            {actions.cancel}
          </button>
        )}
      </div>
    </form>
  );
};

const formOf = ({ url = '', eventTypes, description = '', isOrdered, hasSlowRetries }: Texts): EndpointForm => ({
  ...{ url, description, eventTypes: listIn(eventTypes) },
  isOrdered: isOrdered !== undefined,
  hasSlowRetries: hasSlowRetries !== undefined,
});
