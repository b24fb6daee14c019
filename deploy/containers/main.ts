import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { askPrometheus } from './ask-prometheus';
import { bringUp } from './bring-up';
import { buildImages } from './build-images';
import { cleanUp } from './clean-up';
import { endCommands, run } from './command';
import { type RawService, rawServices, readEnvFile } from './compose-file';
import { checkConfinement } from './confinement';
import { Engine } from './engine';
import { type Options, readOptions, usage } from './options';
import { payCharge } from './pay-charge';
import { missingPrograms, takenPorts } from './prerequisites';
import { hasStandIn, makeStandIns, nodeImage } from './stand-ins';
import { Steps } from './steps';

type Services = Readonly<Record<string, RawService>>;

/** `npm run containers`: answers the exit code. */
export const main = async (args: readonly string[]): Promise<number> => {
  const options = readOptions(args);
  if (options === undefined) {
    process.stdout.write(`${usage}\n`);
    return 0;
  }
  const env = readEnvFile(await run(process.execPath, [join(__dirname, '../images/make-env.mjs')]));
  const services = servicesFor(options, env);
  const missing = [...missingPrograms(options), ...(await takenPorts(services))];
  if (missing.length > 0) {
    process.stderr.write(`${missing.join('\n')}\n`);
    return 1;
  }
  return buildAndCheck(await Engine.prepare(options), options, services, env);
};

/** An image without a stand-in is left out; Grafana's is the one, and nothing waits for it. */
const servicesFor = ({ hasStandIns }: Options, env: Readonly<Record<string, string>>): Services => {
  const all = Object.entries(rawServices(env)).filter(([, { profiles }]) => profiles === undefined);
  if (!hasStandIns) return Object.fromEntries(all);
  const left = all.filter(([, { image, build }]) => build === undefined && !hasStandIn(image));
  for (const [name, { image }] of left)
    process.stdout.write(`Left out: ${name}, since nothing stands in for ${image}.\n`);
  return Object.fromEntries(all.filter((one) => !left.includes(one)));
};

const buildAndCheck = async (
  engine: Engine,
  options: Options,
  services: Services,
  env: Readonly<Record<string, string>>,
): Promise<number> => {
  const steps = new Steps();
  const envFile = writeEnv(engine, env);
  let ending: Promise<void> | undefined;
  const end = (): Promise<void> =>
    (ending ??= steps
      .take('take down', () => cleanUp(engine, envFile, options))
      .catch((fault: unknown) => steps.fail(fault)));
  const leave = (): void => {
    endCommands();
    void end().then(() => process.exit(130));
  };
  process.once('SIGINT', leave).once('SIGTERM', leave);
  try {
    await takeSteps(steps, engine, options, { services, env, envFile });
  } catch (fault) {
    steps.fail(fault);
  }
  await end();
  process.stdout.write(steps.summary());
  if (steps.hasFailed) process.stderr.write(`All that was printed is in ${engine.logFile}.\n`);
  return steps.hasFailed ? 1 : 0;
};

const writeEnv = ({ temporary }: Engine, env: Readonly<Record<string, string>>): string => {
  const secrets = join(temporary, 'secrets');
  mkdirSync(secrets);
  const file = join(temporary, '.env');
  const lines = Object.entries({ ...env, SECRETS_DIR: secrets }).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(file, lines.join(''), { mode: 0o600 });
  return file;
};

const takeSteps = async (
  steps: Steps,
  engine: Engine,
  { hasStandIns, workDir }: Options,
  {
    services,
    env,
    envFile,
  }: { readonly services: Services; readonly env: Readonly<Record<string, string>>; readonly envFile: string },
): Promise<void> => {
  const others = Object.values(services).flatMap(({ image, build }) => (build === undefined ? [image] : []));
  if (hasStandIns) {
    const images = [...new Set([nodeImage, ...others])];
    await steps.take(`make ${String(images.length)} stand-ins`, () => makeStandIns(engine, workDir, images));
  }
  await steps.take('build the images', () => buildImages(engine, services));
  await steps.take('bring everything up', () => bringUp(engine, envFile, services));
  await steps.take('pay a charge by PIX', () => payCharge(env));
  await steps.take('ask Prometheus', () => askPrometheus());
  await steps.take('look at what containers may do', () => checkConfinement(engine, services));
};
