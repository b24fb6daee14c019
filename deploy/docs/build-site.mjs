// Run by build-docs.mjs, a process for each site: VitePress keeps the first site's reader of Markdown for its whole process.
//   node build-site.mjs ROOT OUT_DIR
import { build } from 'vitepress';

const [root, outDir] = process.argv.slice(2);

// Links to pages that are not there fail the build.
await build(root, {
  onAfterConfigResolve: (site) => {
    site.outDir = outDir;
    site.logger.info = () => undefined;
  },
});
