// Starting Chromium and Firefox for tests: headless, with an empty profile, quiet, and with the trap as their proxy. One
// browser of each kind serves a whole test process; tests get contexts of their own in it.
import puppeteer from 'puppeteer-core';
import { findBrowser } from '../../../tools/lib/browsers.mjs';
import { startTrap } from './trap.mjs';

export const BROWSERS = ['chromium', 'firefox'];

const CHROMIUM_FLAGS = [
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-first-run',
  '--no-default-browser-check',
  '--no-pings',
  '--force-color-profile=srgb',
];

const FIREFOX_PREFS = {
  // The default in releases; pinned, since a page opened from file:// depends on it.
  'security.fileuri.strict_origin_policy': true,
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.newtabpage.activity-stream.feeds.topsites': false,
  'browser.region.network.url': '',
  'browser.safebrowsing.downloads.remote.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.safebrowsing.update.enabled': false,
  'browser.search.update': false,
  'datareporting.healthreport.uploadEnabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'dom.push.enabled': false,
  'extensions.getAddons.cache.enabled': false,
  'extensions.systemAddon.update.enabled': false,
  'extensions.update.enabled': false,
  'media.gmp-manager.updateEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'network.dns.disablePrefetch': true,
  'network.prefetch-next': false,
  'security.OCSP.enabled': 0,
  'services.settings.server': '',
  'toolkit.telemetry.enabled': false,
  'toolkit.telemetry.server': '',
};

function optionsFor(name, port, scheme) {
  if (name === 'chromium') {
    // Chromium's sandbox refuses to run as root, which is what containers are.
    const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    return { args: [...CHROMIUM_FLAGS, ...asRoot, `--proxy-server=http://127.0.0.1:${port}`] };
  }
  return {
    browser: 'firefox',
    extraPrefsFirefox: {
      ...FIREFOX_PREFS,
      'layout.css.prefers-color-scheme.content-override': scheme === 'dark' ? 0 : 1,
      'network.proxy.type': 1,
      'network.proxy.http': '127.0.0.1',
      'network.proxy.http_port': port,
      'network.proxy.ssl': '127.0.0.1',
      'network.proxy.ssl_port': port,
    },
  };
}

/** Resolves to {name, browser, trap, close}. `scheme` matters to Firefox only; Chromium can switch at any time. */
export async function launch(name, { scheme = 'light' } = {}) {
  const executablePath = findBrowser(name);
  if (!executablePath) {
    const variable = `XMV_${name.toUpperCase()}`;
    throw new Error(`${name} is not installed. The end-to-end tests need it; ${variable} can name its program.`);
  }
  const trap = await startTrap();
  const browser = await puppeteer.launch({ executablePath, headless: true, ...optionsFor(name, trap.port, scheme) });
  const close = async () => {
    await browser.close();
    trap.close();
  };
  return { name, browser, trap, close };
}

const running = new Map();

/** The process's browser of that name, started when first asked for and again if it died. */
export async function shared(name) {
  const known = running.get(name);
  if (known && (await known).browser.connected) return known;
  const started = launch(name);
  running.set(name, started);
  return started;
}

export async function closeShared() {
  for (const started of running.values()) await started.then((it) => it.close()).catch(() => {});
  running.clear();
}
