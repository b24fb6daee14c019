import { type Logger } from '@repasse/chassis/log/logger';
import { type SessionToken } from '../identity';
import { type ApiAddress } from './api-address';
import { changedFields, type FieldChange } from './changed-fields';

interface Options {
  readonly apiAddress: ApiAddress;
  readonly log: Logger;
}

export interface Setting {
  /** Its path and query at the API. */
  readonly url: string;
  readonly token: Pick<SessionToken, 'accessToken'>;
  readonly requestId: string;
}

/** Why something was not written down must not keep a person from changing it. */
const timeoutMs = 2_000;

/** What a setting is for whoever changes it; `value` is undefined where there is none, and the whole where nobody can tell. */
type State = { readonly value: unknown } | undefined;

/** What it is now. A change goes on whether or not this can be read. */
export const readSetting = async ({ apiAddress, log }: Options, setting: Setting): Promise<State> => {
  try {
    const answer = await fetch(apiAddress() + setting.url, {
      headers: {
        ...{ accept: 'application/json', authorization: `Bearer ${setting.token.accessToken}` },
        'x-request-id': setting.requestId,
      },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const body: unknown = await answer.json();
    if (answer.ok) return { value: body };
    return answer.status === 404 ? { value: undefined } : undefined;
  } catch (err) {
    log.warn({ err, requestId: setting.requestId }, 'a setting was not read for the audit log');
    return undefined;
  }
};

/** What became of it; undefined where one of the two is not known. */
export const readChanges = async (
  o: Options,
  setting: Setting,
  before: State,
): Promise<readonly FieldChange[] | undefined> => {
  if (before === undefined) return undefined;
  const after = await readSetting(o, setting);
  return after && changedFields(before.value, after.value);
};
