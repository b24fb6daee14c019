import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = join(__dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'dependency-rules-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A service whose every room imports from a forbidden one, at the top and inside of a subject. */
const misled: Readonly<Record<string, string>> = {
  'src/domain/decide.ts': '../store/table',
  'src/payments/domain/decide.ts': 'node:fs',
  'src/http/endpoint.ts': '../consume/consume',
  'src/http/checks/faults.ts': '../../store/table',
  'src/payments/consume/consume.ts': '../../http/endpoint',
  'src/workflow/worker.ts': '../http/other',
  'src/workflow/answer.ts': '../../../chassis/src/http/problem',
  'src/payments/store/table.ts': '../../workflow/worker',
  'src/public/events.ts': '../http/other',
  'src/projections/view.ts': '../workflow/other',
  'src/clients/peer.ts': '../http/other',
  'src/delivery/send.ts': '../http/other',
  'src/providers/bank/ask.ts': '../../store/table',
  'src/admin/command.ts': '../http/other',
  'src/main.ts': './admin/other',
  'src/circle.ts': './round',
  'src/round.ts': './circle',
};
const others = ['store/table', 'consume/consume', 'http/other', 'workflow/other', 'admin/other'].map(
  (name) => `src/${name}.ts`,
);

const written = (path: string, text: string): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};

it('the rules of the rooms find each violation', () => {
  for (const file of others) written(`services/shop/${file}`, 'export const a = 1;\n');
  for (const [file, to] of Object.entries(misled)) {
    written(`services/shop/${file}`, `import * as it from '${to}';\nexport const b = it;\n`);
  }
  written('services/chassis/src/a.ts', "import * as it from '../../shop/src/http/other';\nexport const c = it;\n");
  written('services/chassis/src/http/problem.ts', 'export const g = 1;\n');
  written('services/chassis/src/bus/internal/news.ts', 'export const h = 1;\n');
  written(
    'services/shop/src/g.ts',
    "import * as it from '../../chassis/src/bus/internal/news';\nexport const i = it;\n",
  );
  written('services/shop/src/b.ts', "import * as it from '../../stall/src/c';\nexport const d = it;\n");
  written('services/stall/src/c.ts', "import * as it from 'kafkajs';\nexport const e = it;\n");
  written('services/checkout-kit/src/d.ts', "import * as it from '../../stall/src/c';\nexport const f = it;\n");
  written('services/values/src/e.ts', "import * as it from '../../stall/src/c';\nexport const g = it;\n");
  written('services/payment-gateway/test/f.ts', "import * as it from '../../stall/src/c';\nexport const h = it;\n");
  written('tsconfig.json', '{}');

  const config = join(root, '.dependency-cruiser.cjs');
  const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const { stdout } = spawnSync(process.execPath, [program, '--config', config, '--output-type', 'json', 'services'], {
    cwd: folder,
    encoding: 'utf8',
  });

  const { summary } = JSON.parse(stdout) as { readonly summary: { readonly violations: readonly Violation[] } };
  const found = new Set(summary.violations.map(({ rule }) => rule.name));
  const { forbidden: rules } = jest.requireActual<{ readonly forbidden: readonly { readonly name: string }[] }>(config);
  expect([...found].sort()).toEqual(rules.map(({ name }) => name).sort());
});

interface Violation {
  readonly rule: { readonly name: string };
}
