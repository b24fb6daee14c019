import { json, Router, type Request, type RequestHandler, type Response } from 'express';
import { ProblemError } from '@repasse/chassis/http/problem';
import { type Logger } from '@repasse/chassis/log/logger';
import { type ApiAddress } from '../api/api-address';
import { localsOf } from '../http/faults';
import { named } from '../http/named';
import { userIn } from '../http/user-in';
import { type Identity, type SessionToken } from '../identity';
import { type Sessions } from '../sessions';
import { type Answer } from './ask';
import { chargesOf, type ChargesOfPerson } from './charges';
import { mayUseSandbox } from './may-use';
import { chargeBack, payCharge } from './pay-charge';
import { type Sandbox } from './sandbox';
import { moveClock, readClock, readSwitch, switches, turnSwitch } from './world';

interface Options {
  readonly sandbox: Sandbox;
  readonly apiAddress: ApiAddress;
  readonly identity: Pick<Identity, 'tellOutcome'>;
  readonly sessions: Sessions;
  readonly log: Logger;
}

/** Under which the controls stand; the screen has the word itself. */
export const sandboxPath = '/sandbox-controls';

/** The named controls of the simulated world, for people who may turn them. Charges are paid by those whom the API shows them to. */
export const sandboxRoutes = (o: Options): Router => {
  const routes = Router();
  const { sandbox } = o;
  const add = (method: 'get' | 'put' | 'post', path: string, handle: RequestHandler): void => {
    routes[method](path, named(sandboxPath + path), json({ limit: '16kb' }), handle);
  };
  for (const each of switches) {
    add(
      'get',
      `/${each.name}`,
      reading(o, () => readSwitch(sandbox, each)),
    );
    add(
      'put',
      `/${each.name}`,
      changing(o, `set_${each.name}`, ({ body }) => turnSwitch(sandbox, each, body)),
    );
  }
  add(
    'get',
    '/clock',
    reading(o, () => readClock(sandbox)),
  );
  add(
    'post',
    '/clock',
    changing(o, 'move_clock', ({ body }) => moveClock(sandbox, body)),
  );
  const paying = changing(o, 'pay', ({ body, params }, charges) =>
    payCharge(sandbox, charges, String(params['chargeId']), body),
  );
  add('post', '/charges/:chargeId/payment', paying);
  const disputing = changing(o, 'charge_back', ({ params }, charges) =>
    chargeBack(sandbox, charges, String(params['chargeId'])),
  );
  add('post', '/charges/:chargeId/chargeback', disputing);
  return routes;
};

const reading =
  ({ sessions }: Options, read: () => Promise<Answer>): RequestHandler =>
  async (request, response) => {
    if (!mayUseSandbox(await sessions.tokenFor(request, userIn(request)))) throw notAllowed();
    response.json(await read());
  };

const objectCharactersMax = 300;

/** Who did it stands in the audit log before it is done, and what became of it afterwards, as of every other change. */
const changing =
  (
    o: Options,
    operation: string,
    change: (request: Request, charges: ChargesOfPerson) => Promise<Answer>,
  ): RequestHandler =>
  async (request, response) => {
    const { requestId } = localsOf(response);
    const object = (request.baseUrl + request.path).slice(0, objectCharactersMax);
    const token = await o.sessions.tokenFor(request, userIn(request), {
      ...{ operation: `sandbox.${operation}`, object, requestId },
    });
    await told(o, token, async () => {
      if (!mayUseSandbox(token)) throw notAllowed();
      await answered(response, change(request, chargesOf(o.apiAddress, token, requestId)));
    });
  };

const answered = async (response: Response, answer: Promise<Answer>): Promise<void> => {
  response.json(await answer);
};

const told = async (o: Options, { auditId }: SessionToken, act: () => Promise<void>): Promise<void> => {
  const tell = async (status: number): Promise<void> => {
    if (auditId === null) return;
    await o.identity.tellOutcome({ auditId, status }).catch((err: unknown) => {
      o.log.warn({ err, auditId }, 'outcome not written down');
    });
  };
  try {
    await act();
  } catch (fault) {
    await tell(fault instanceof ProblemError ? fault.problem.status : 500);
    throw fault;
  }
  await tell(200);
};

const notAllowed = (): ProblemError =>
  new ProblemError({
    status: 403,
    code: 'auth.scope_missing',
    detail: 'The sandbox is for owners and developers of a merchant, and for staff.',
  });
