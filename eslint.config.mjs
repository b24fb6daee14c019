import tseslint from 'typescript-eslint';

/** They wait on a session of PostgreSQL or on Kafka's client, and end with it. */
const timersOfTheirOwn = ['services/chassis/src/postgres/advisory-lock.ts', 'services/chassis/src/bus/kafka/**'];

const pause = 'CallExpression[callee.name=/^(pause|setTimeout)$/]';
const endlessLoops = ['WhileStatement', 'DoWhileStatement', 'ForStatement[update=null]', 'ForStatement[test=null]'];

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/node_modules/**',
      '**/generated/**',
      '**/target/**',
      '.local/**',
      '**/*.mjs',
      '**/*.cjs',
      '**/*.js',
    ],
  },
  ...tseslint.configs.strictTypeChecked,
  ...tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        project: [
          './tsconfig.json',
          './services/checkout-kit/src/browser/tsconfig.json',
          './services/charge/src/checkout/browser/tsconfig.json',
          './services/payment-gateway/src/checkout/browser/tsconfig.json',
        ],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/consistent-type-definitions': 'off',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      // Type parameters that stand once still say at the call what comes back, as in query<Row>().
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      // A handler that only answers stays async so that every operation has one shape.
      '@typescript-eslint/require-await': 'off',
      'max-lines-per-function': ['error', { max: 70, skipBlankLines: true, skipComments: true }],
      'no-console': 'error',
      eqeqeq: 'error',
    },
  },
  {
    files: ['**/*.spec.ts'],
    rules: {
      'max-lines-per-function': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      // jest's asymmetric matchers, as expect.any(String), have the type any.
      '@typescript-eslint/no-unsafe-assignment': 'off',
    },
  },
  {
    // What runs again and again waits in services/chassis/src/waiting; a bounded number of tries may pause by itself.
    files: ['services/*/src/**/*.ts'],
    ignores: ['**/browser/**', '**/*.spec.ts', 'services/*/src/testing/**', ...timersOfTheirOwn],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...["CallExpression[callee.name='setInterval']", ...endlessLoops.map((loop) => `${loop} ${pause}`)].map(
          (selector) => ({ selector, message: 'Use every, poll, pollDue or untilDone of @repasse/chassis/waiting.' }),
        ),
      ],
    },
  },
  { files: ['deploy/local/**'], rules: { 'no-console': 'off' } },
);
