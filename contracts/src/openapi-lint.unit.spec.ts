import { createConfig, lint, lintFromString, type NormalizedProblem } from '@redocly/openapi-core';
import { Spectral, type RulesetDefinition } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { join } from 'node:path';
import { loadOpenApi, mergedOpenApi, openApiServices } from '@repasse/contracts';
import { packageRoot } from './package-root';

/** Accepted findings of the recommended rules: by rule, the places and the reason. */
const accepted: Readonly<Record<string, RegExp>> = {
  // The edge tries paths with literal segments first, and no id is called as these are.
  'no-ambiguous-paths': /^#\/paths\//,
  // A webhook is signed, which is no scheme of OpenAPI.
  'security-defined': /^#\/webhooks\//,
  // `then` requires a property that stands beside it, not in it.
  'no-required-schema-properties-undefined': /^#\/components\/schemas\/SplitItem\//,
  // 429 joins every operation of the platform when its description is loaded; the sandbox's controls cannot be misused.
  'operation-4xx-response': /^#\/paths\/~1(\.well-known~1jwks\.json|sandbox~1)/,
  // A form leads a browser on to the page of the charge, as HTTP has it for forms.
  'operation-2xx-response': /^#\/paths\/~1pay~1\{linkId\}\/post\//,
};

const told = (problems: readonly NormalizedProblem[]): readonly string[] =>
  problems
    .map(({ ruleId, message, location }) => ({ ruleId, message, pointer: location[0]?.pointer ?? '' }))
    .filter(({ ruleId, pointer }) => accepted[ruleId]?.test(pointer) !== true)
    .map(({ ruleId, message, pointer }) => `${pointer} ${ruleId}: ${message}`);

/** Telemetry and downloads are of Redocly's command line; this is its library, which came with openapi-typescript. */
const config = createConfig({ extends: ['recommended'] });

describe('the rules that Redocly recommends hold for', () => {
  it.each(openApiServices)('the description of %s', async (service) => {
    const ref = join(packageRoot, 'http', `${service}.openapi.yaml`);

    expect(told(await lint({ ref, config: await config }))).toEqual([]);
  });

  it('the description that the edge serves', async () => {
    const source = JSON.stringify(mergedOpenApi());

    expect(told(await lintFromString({ source, absoluteRef: 'openapi.json', config: await config }))).toEqual([]);
  });
});

const spectral = new Spectral();
// The two packages type a ruleset differently.
spectral.setRuleset({ extends: [[oas as RulesetDefinition, 'recommended']] });

const toldBySpectral = async (document: object): Promise<readonly string[]> =>
  (await spectral.run({ ...document })).map(({ path, code, message }) => `#/${path.join('/')} ${code}: ${message}`);

describe('the rules that Spectral recommends hold for', () => {
  it.each(openApiServices)('the description of %s', async (service) => {
    expect(await toldBySpectral(loadOpenApi(service))).toEqual([]);
  });

  it('the description that the edge serves', async () => {
    expect(await toldBySpectral(mergedOpenApi())).toEqual([]);
  });

  it('no description that breaks one', async () => {
    const document = loadOpenApi('identity');
    const info = { ...document.info, contact: undefined };

    expect(await toldBySpectral({ ...document, info })).toEqual([
      '#/info info-contact: Info object must have "contact" object.',
    ]);
  });
});
