import { resolve } from 'node:path';
import { parseOptions, UsageError } from '../local/options';
import { portPlan } from '../local/port-plan';
import { projectRoot } from '../local/project-root';

describe('the options of npm start', () => {
  it('has defaults that need no option', () => {
    expect(parseOptions([])).toEqual({
      portBase: 8080,
      dataDir: resolve(projectRoot, '.local'),
      isKafka: false,
      isReset: false,
      archiveDir: null,
      isWithoutServices: false,
      hasVerifier: false,
    });
  });

  it('takes a port base, a folder, Kafka, a reset, an archive and a verifier', () => {
    expect(
      parseOptions(
        ['--port-base', '9000', '--data', 'x', '--kafka', '--reset', '--archive', 'y', '--no-services', '--verifier'],
        '/tmp',
      ),
    ).toEqual({
      portBase: 9_000,
      dataDir: '/tmp/x',
      isKafka: true,
      isReset: true,
      archiveDir: '/tmp/y',
      isWithoutServices: true,
      hasVerifier: true,
    });
  });

  it('answers nothing when help is asked for', () => expect(parseOptions(['--help'])).toBeUndefined());

  it.each([
    [['--port-base', 'x']],
    [['--port-base', '80']],
    [['--port-base', '65536']],
    [['--prot-base', '1']],
    [['extra']],
  ])('refuses %j', (args) => expect(() => parseOptions(args)).toThrow(UsageError));

  it('puts the gateway one port after the edge and the sandbox ten', () => {
    expect(portPlan(8080)).toMatchObject({ edge: 8080, gateway: 8081, 'provider-sandbox': 8090 });
  });
});
