// A server of its own and a real browser for the tests of the client.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import assert from 'node:assert/strict';
import { chromium } from 'playwright-core';

const here = new URL('.', import.meta.url).pathname;
const root = join(here, '..', '..');
const BROWSERS = [process.env.TABLE_BROWSER, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const FLAGS = [
  '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync',
];
const AXE = readFileSync(join(here, '..', 'node_modules', 'axe-core', 'axe.min.js'), 'utf8');
export const SHOTS = join(here, 'shots');
mkdirSync(SHOTS, { recursive: true });

/** The program as it was built, with its client inside. */
function program() {
  const wanted = [process.env.TABLE_PROGRAM, join(root, 'target/release/caracole'), join(root, 'target/debug/caracole')];
  const found = wanted.find((path) => path && existsSync(path));
  assert.ok(found, 'build the program first: cargo build --bin caracole');
  return found;
}

/** A server that listens on a free port, with an empty database. */
export async function startServer(data = mkdtempSync(join(tmpdir(), 'caracole-')), port = 0) {
  const child = spawn(program(), ['--json', 'serve', '--listen', `127.0.0.1:${port}`, '--data', data], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, CARACOLE_SIGN_INS: '{ rate = 1000, burst = 1000 }' },
  });
  const address = await new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
      const line = text.split('\n').find((l) => l.includes('listening'));
      if (line) resolve(JSON.parse(line).listening);
    });
    child.on('exit', () => reject(new Error('the server does not start')));
  });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  return {
    address,
    data,
    /** Ends the server at once, as a crash would. */
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(data, { recursive: true, force: true });
    },
  };
}

export async function startBrowser() {
  const executablePath = BROWSERS.find((path) => path && existsSync(path));
  assert.ok(executablePath, 'no browser: install chromium');
  // A page that did not come from this machine may not speak to it, unless this is said.
  const more = process.env.TABLE_DIST ? ['--disable-features=LocalNetworkAccessChecks'] : [];
  return chromium.launch({ executablePath, args: [...FLAGS, ...more] });
}

/** With TABLE_DIST set, pages come from client/dist as it is and not from inside the program: quick to try things out. */
function fromDist(route) {
  const path = join(here, '..', 'dist', new URL(route.request().url()).pathname);
  return route.fulfill({ path: existsSync(path) && statSync(path).isFile() ? path : join(here, '..', 'dist', 'index.html') });
}

/** A page of a browser that knows nobody yet. What goes wrong in it fails the test. */
export async function visitor(browser, server, path = '/', options = {}) {
  const context = await browser.newContext({ viewport: { width: 1400, height: 860 }, reducedMotion: 'reduce', ...options });
  // Steps of others at once: tests wait for what happens, not for pauses.
  await context.addInitScript(() => localStorage.setItem('caracole-settings', JSON.stringify({ pace: 'instant' })));
  if (process.env.TABLE_DIST) await context.route((url) => !url.pathname.startsWith('/api'), fromDist);
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  page.faults = [];
  page.on('pageerror', (error) => page.faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy|Refused to/.test(message.text())) page.faults.push(message.text());
  });
  await page.goto(server.address + path);
  return page;
}

/** Looks for what would keep somebody from using the page. */
export async function accessible(page, name) {
  // The ground comes a moment after the pieces.
  if ((await page.locator('main canvas').count()) > 0) await page.waitForSelector('main canvas[data-drawn=true]');
  await page.screenshot({ path: join(SHOTS, `${name}.png`) });
  await page.evaluate(AXE).catch(async () => {
    // The page's own policy forbids strangers' scripts: run it in a world of its own.
    const session = await page.context().newCDPSession(page);
    await session.send('Runtime.evaluate', { expression: AXE });
  });
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  const serious = found.violations.filter((v) => v.impact === 'serious' || v.impact === 'critical');
  const told = serious.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(' ')).slice(0, 3).join(', ')} ${v.nodes[0]?.failureSummary ?? ''}`);
  assert.deepEqual(told, [], name);
  assert.deepEqual(page.faults, [], name);
}

/** Chooses on the first page and begins. */
export async function begin(page, { system = 'mpbs', battle = 'learning', opponent = 'computer:random', side = 'red', watch = false } = {}) {
  await page.waitForFunction(() => document.querySelectorAll('#new-battle option').length > 1);
  if ((await page.inputValue('#new-system')) !== system) {
    await page.selectOption('#new-system', system);
    await page.waitForSelector(`#new-battle option[value="${battle}"]`, { state: 'attached' });
  }
  await page.selectOption('#new-battle', battle);
  await page.selectOption('#new-opponent', opponent);
  await page.selectOption('#new-side', side);
  if (watch) await page.getByLabel("Anyone can watch").check();
  await page.click('form[aria-labelledby="fight-heading"] button[type=submit]');
  await page.waitForURL(/\/game\//);
}

export const heading = (page) => page.locator('#choice-heading').textContent();
export const myTurn = (page) => page.waitForSelector('#choice-heading.mine');
export const title = (page) => page.locator('header h1').textContent();
export const gameId = (page) => new URL(page.url()).pathname.split('/').at(-1);
export const entries = async (page) => Number(/of (\d+)/.exec(await page.locator('.step').textContent())?.[1] ?? 0);

/** The choices that keep the battle going: an army whose Wings are all to Rally leaves the field, and it is over. */
export const goingOn = (page) => page.locator('.offer').filter({ hasNotText: 'to Rally' });

/** Whether the page waits for its player, or for nobody: while others choose, what is seen may be gone a moment later. */
export const rests = (page) => page.evaluate(() => {
  const heading = document.querySelector('#choice-heading');
  return heading !== null && (heading.matches('.mine') || /over/i.test(heading.textContent));
});

/** Clicks through choices until `done`, the last one first: that usually ends a phase. */
export async function playUntil(page, done, act, most = 400) {
  for (let n = 0; n < most; n += 1) {
    for (const began = Date.now(); ; await page.waitForTimeout(50)) {
      if (await done()) return n;
      if (await rests(page)) break;
      assert.ok(Date.now() - began < 30_000, `nobody is asked for choice ${n}: ${(await page.locator('body').innerText()).slice(0, 600)}`);
    }
    if (await done()) return n;
    const before = await page.locator('.step').textContent();
    await act(n);
    await page.waitForFunction((was) => document.querySelector('.step')?.textContent !== was, before, { timeout: 20_000 }).catch(async () => {
      const focus = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120));
      assert.fail(`nothing came of choice ${n} after ${before}: ${(await page.locator('.panel').innerText()).slice(0, 600)}\nfocus: ${focus}\nfaults: ${page.faults}`);
    });
  }
  assert.fail('it does not end');
}
