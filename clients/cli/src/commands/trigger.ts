import { type Context } from '../context';
import { CommandError, exitCodes } from '../exit-codes';
import { run, type AddCommands } from './command';
import { payInSandbox } from './sandbox';

/** Real things in the sandbox, each of which makes its events. */
const stories: Readonly<
  Record<string, { readonly about: string; readonly tell: (context: Context) => Promise<object> }>
> = {
  'charge.created': { about: 'a charge that waits for its payer', tell: async (context) => create(context) },
  'charge.paid': { about: 'a charge, paid by PIX', tell: async (context) => pay(context) },
  'charge.canceled': {
    about: 'a charge that is canceled',
    tell: async (context) => context.client().charges.cancel((await create(context)).chargeId),
  },
  'refund.succeeded': { about: 'a charge, paid and given back', tell: async (context) => giveBack(context) },
};

const names = Object.keys(stories);

export const addTrigger: AddCommands = (program, world) => {
  program
    .command('trigger <event>')
    .description(`make it happen in the sandbox: ${names.join(', ')}`)
    .action(run(world, trigger));
};

const trigger = async (context: Context, _options: object, name = ''): Promise<void> => {
  const story = stories[name];
  if (story === undefined) throw new CommandError(`There is no ${name}: ${names.join(', ')}.`, exitCodes.usage);
  context.print.say(`Making ${story.about} …`);
  context.print.record(await story.tell(context));
};

interface Made {
  readonly chargeId: string;
  readonly emv: string;
}

const create = async ({ client }: Context): Promise<Made> => {
  const made = await client().charges.create({ grossAmount: '100.00', currency: 'BRL', paymentMethod: 'PIX' });
  if (!('checkoutMeta' in made) || made.checkoutMeta?.method !== 'PIX') throw new CommandError('No PIX was made.');
  return { chargeId: made.chargeId, emv: made.checkoutMeta.emv };
};

const pay = async (context: Context): Promise<Made> => {
  const made = await create(context);
  await payInSandbox(context, made.emv);
  return made;
};

const triesMax = 60;
const pauseMs = 500;

const giveBack = async (context: Context): Promise<object> => {
  const { chargeId } = await pay(context);
  const { charges, refunds } = context.client();
  // The bank's word reaches the charge a moment later.
  for (let tries = 0; (await charges.get(chargeId)).status !== 'PAID'; tries += 1) {
    if (tries === triesMax) throw new CommandError(`Charge ${chargeId} was not paid within half a minute.`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return refunds.requestCharge(chargeId, { amount: '100.00' });
};
