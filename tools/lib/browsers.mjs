// Finding the browsers for end-to-end tests.
import { existsSync } from 'node:fs';
import { which } from './run.mjs';

const KNOWN = {
  chromium: {
    variable: 'XMV_CHROMIUM',
    programs: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
    apps: [
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    ],
  },
  firefox: {
    variable: 'XMV_FIREFOX',
    programs: ['firefox-esr', 'firefox'],
    apps: ['/Applications/Firefox.app/Contents/MacOS/firefox'],
  },
};

/** The path of 'chromium' or 'firefox', or null. XMV_CHROMIUM and XMV_FIREFOX override. */
export function findBrowser(name) {
  const { variable, programs, apps } = KNOWN[name];
  if (process.env[variable]) return process.env[variable];
  return programs.map(which).find(Boolean) ?? apps.find(existsSync) ?? null;
}
