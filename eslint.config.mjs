import tseslint from 'typescript-eslint';

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
  { files: ['deploy/local/**'], rules: { 'no-console': 'off' } },
);
