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
  },
});
