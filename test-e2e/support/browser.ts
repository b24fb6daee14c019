import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const chromiumPath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

/** Long enough for a machine that is busy with everything else. */
const launchTimeoutMs = 60_000;

/** The machine's own Chromium, without a window. */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: chromiumPath, timeout: launchTimeoutMs });

/** `describe`, unless this machine has no Chromium and is not the one that has to: then it says why, and skips. */
export const describeWithChromium = (name: string, tests: () => void): void => {
  if (existsSync(chromiumPath) || process.env['CI'] === 'true') {
    describe(name, tests);
    return;
  }
  process.stderr.write(
    `Skipped: ${name}. This machine has no ${chromiumPath} (Debian: chromium; or set CHROMIUM_PATH).\n`,
  );
  describe.skip(name, tests);
};
