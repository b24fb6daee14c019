import { type Fault } from '@repasse/chassis/http/problem';
import { faultOfWebhookUrl, type UrlRules } from '@repasse/chassis/net/webhook-url';

/** The faults of `url`; none if the check against the description has found one already. */
export const urlFaults = (url: string | undefined, faulty: ReadonlySet<string>, rules: UrlRules): readonly Fault[] => {
  if (url === undefined || faulty.has('url')) return [];
  const message = faultOfWebhookUrl(url, rules);
  return message === undefined ? [] : [{ field: 'url', message }];
};
