import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

/** The shell is the same engine without the parts of a window, at two thirds of the CPU. */
const installed = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'] as const;

const chromiumPath = process.env['CHROMIUM_PATH'] ?? installed.find((path) => existsSync(path)) ?? installed[0];

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
    `Skipped: ${name}. This machine has no ${chromiumPath} (Debian: chromium-headless-shell; or set CHROMIUM_PATH).\n`,
  );
  describe.skip(name, tests);
};
