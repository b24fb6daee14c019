import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';

/** Into the folder from which the console serves it: no inline scripts, and names that hold a digest. */
export default defineConfig({
  plugins: [react()],
  // Modules of other workspaces as they are written.
  resolve: { conditions: ['repasse-source', ...defaultClientConditions] },
  build: {
    outDir: '../dist/app',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    rolldownOptions: {
      input: ['index.html', 'src/pages.css', 'src/passkey-page.ts'].map((file) =>
        fileURLToPath(new URL(file, import.meta.url)),
      ),
      // Pages of the server name both, and know no digest.
      output: {
        entryFileNames: ({ name }) => (name === 'passkey-page' ? 'passkey.js' : 'assets/[name]-[hash].js'),
        assetFileNames: ({ names }) => (names.includes('pages.css') ? 'pages.css' : 'assets/[name]-[hash][extname]'),
      },
    },
  },
});
