import { type SealedBox } from '@repasse/chassis/crypto/sealed-box';
import { type Operation, type Operations } from '@repasse/chassis/http/app';
import { createRateLimit } from '@repasse/chassis/limits/rate-limit';
import { type Logger } from '@repasse/chassis/log/logger';
import { type CustomFetch } from 'openid-client';
import { type PeopleDependencies } from '../people/dependencies';
import { beginCompanyLink, beginCompanySignIn } from './begin';
import { completeCompanySignIn } from './complete';
import { createCountSignIn } from './dependencies';
import { getCompanySignIn } from './get';
import { listCompanyLinks } from './list-links';
import { createOpenId } from './openid';
import { putCompanySignIn } from './put';
import { companySignInNotSetUp } from './refusals';
import { deleteCompanySignIn } from './remove';
import { removeCompanyLink } from './remove-link';
import { beginningsPerAddress, readingsPerUser } from './rules';

interface Options {
  readonly box: SealedBox;
  readonly log: Logger;
  readonly fetch: CustomFetch;
  readonly isSandbox: boolean;
  readonly consoleUrl: string | undefined;
}

const needingAddress = ['putCompanySignIn', 'beginCompanySignIn', 'beginCompanyLink', 'completeCompanySignIn'];

/** Where the console is says where providers send people back; without it none is registered or used. */
export const companyOperations = (people: PeopleDependencies, o: Options): Operations => {
  const { consoleUrl = 'http://localhost', isSandbox, fetch } = o;
  const redirectUri = `${consoleUrl.replace(/\/$/, '')}/sign-in/company/callback`;
  const deps = {
    ...{ ...people, box: o.box, log: o.log, addressRules: { isSandbox } },
    openId: createOpenId({ fetch, clock: people.clock, redirectUri, isSandbox }),
    countSignIn: createCountSignIn(people.metrics),
    beginningLimit: createRateLimit(beginningsPerAddress),
    readingLimit: createRateLimit(readingsPerUser),
  };
  const notSetUp: Operation = { handle: () => Promise.resolve(companySignInNotSetUp()) };
  return {
    getCompanySignIn: getCompanySignIn(deps),
    putCompanySignIn: putCompanySignIn(deps),
    deleteCompanySignIn: deleteCompanySignIn(deps),
    listCompanyLinks: listCompanyLinks(deps),
    removeCompanyLink: removeCompanyLink(deps),
    beginCompanySignIn: beginCompanySignIn(deps),
    beginCompanyLink: beginCompanyLink(deps),
    completeCompanySignIn: completeCompanySignIn(deps),
    ...(o.consoleUrl === undefined && Object.fromEntries(needingAddress.map((id) => [id, notSetUp]))),
  };
};
