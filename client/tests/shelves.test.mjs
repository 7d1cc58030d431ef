// Beside the battle: armies, replays, hidden things, the guided battle, settings, crashes, speed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { join } from 'node:path';
import { statSync, readdirSync } from 'node:fs';
import { measure } from './great.mjs';
import { SHOTS, accessible, begin, entries, gameId, myTurn, startServer, visitor } from './help.mjs';
import { browser, server } from './stage.mjs';

test('the army builder prices, and refuses an illegal list with its reason', async () => {
  const page = await visitor(browser, server, '/muster');
  await page.waitForSelector('.legal');
  await accessible(page, 'muster');
  const before = await page.locator('.verdict h2').innerText();
  assert.match(before, /601 points/, 'the French of 1525 as the ledger prices them');
  // Two bases too few make no battle group.
  await page.locator('.groups fieldset').first().locator('.count').first().fill('1');
  await page.waitForSelector('.illegal');
  const reason = await page.locator('.groups fieldset').first().locator('.problem').first().innerText();
  assert.match(reason, /FOGR-/, 'the rule is named');
  assert.ok(await page.locator('text=Fight with it').isDisabled());
  await accessible(page, 'muster-illegal');
  await page.locator('.problems .rule').first().click();
  await page.waitForSelector('aside article');
  await page.keyboard.press('Escape');
  await page.locator('.groups fieldset').first().locator('.count').first().fill('4');
  await page.waitForSelector('.legal');
  await page.click('text=Sheet to print');
  await page.waitForSelector('.verdict img');
  await page.fill('#m-name', 'My French');
  await page.waitForTimeout(400);
  await page.click('text=Fight with it');
  await page.waitForFunction(() => document.querySelector('#new-red')?.value === 'own:My French');
  await accessible(page, 'fight-with-army');
  await page.context().close();
});

test('a replay link opens and steps', async () => {
  const page = await visitor(browser, server);
  await begin(page, { watch: true });
  for (let n = 0; n < 8; n += 1) {
    await myTurn(page);
    const at = await entries(page);
    await page.locator('.offer').first().click();
    await page.waitForFunction((was) => Number(/of (\d+)/.exec(document.querySelector('.step')?.textContent ?? '')?.[1]) > was, at);
  }
  await page.click('footer >> text=Menu');
  await page.click('.menu >> text=Resign');
  await page.click('.menu >> text=Yes');
  await page.waitForSelector('text=The battle is over');
  const all = await entries(page);
  // Somebody else opens the link at the third step and goes on from there.
  const other = await visitor(browser, server, `/replay/${gameId(page)}?at=3`);
  await other.waitForFunction(() => document.querySelector('.step')?.textContent?.startsWith('Step 3 of'));
  await accessible(other, 'replay');
  const where = () => other.evaluate(() => [...document.querySelectorAll('.item .base')].map((b) => b.getAttribute('points')).join(';'));
  const third = await where();
  const told = await other.locator('.report details').count();
  for (let n = 0; n < 6; n += 1) await other.keyboard.press(']');
  await other.waitForFunction(() => Number(/Step (\d+)/.exec(document.querySelector('.step')?.textContent ?? '')?.[1]) > 3);
  await other.waitForFunction((n) => document.querySelectorAll('.report details').length > n, told);
  await other.keyboard.press('[');
  await other.locator('.replay input').fill('3');
  await other.waitForFunction(() => document.querySelector('.step')?.textContent?.startsWith('Step 3 of'));
  await other.waitForTimeout(500);
  assert.equal(await where(), third, 'the same moment looks the same');
  await other.locator('.replay input').fill(String(all));
  await other.waitForFunction((n) => document.querySelector('.step')?.textContent === `Step ${n} of ${n}`, all);
  // The log is there for everybody once it is over.
  const log = await other.evaluate(async (id) => (await fetch(`/api/games/${id}/log`)).text(), gameId(page));
  assert.equal(log.trim().split('\n').length, all + 2, 'header, entries, end');
  await page.context().close();
  await other.context().close();
});

/** What blue and an onlooker are sent and shown while red makes one of his secret choices. */
async function secretChoice(which) {
  const red = await visitor(browser, server);
  // Orders chosen in secret before the battle: nobody else may know them until both are shown.
  const id = await red.evaluate(async () => {
    const json = { 'content-type': 'application/json' };
    // The page makes its guest's session by itself; a second one would take the seat away from it.
    while (!(await fetch('/api/session')).ok) await new Promise((done) => setTimeout(done, 50));
    const setup = { scenario: { id: 'learning' }, options: { starting_orders: 'secret' } };
    const wish = { system: 'mpbs', start: { setup }, seats: { red: 'me', blue: 'open' }, open: true, public: true };
    return (await (await fetch('/api/games', { method: 'POST', headers: json, body: JSON.stringify(wish) })).json()).id;
  });
  await red.goto(`${server.address}/game/${id}`);
  const blue = await visitor(browser, server, `/game/${id}`);
  await blue.click('text=Take the seat of Blue');
  await blue.waitForSelector('.item');
  const onlooker = await visitor(browser, server, `/game/${id}`);
  const heard = { blue: [], onlooker: [] };
  for (const [name, page] of [['blue', blue], ['onlooker', onlooker]]) {
    page.on('websocket', (socket) =>
      socket.on('framereceived', (frame) => /"type":"(update|sight)"/.test(String(frame.payload)) && heard[name].push(String(frame.payload))));
    await page.reload();
    await page.waitForSelector('.item');
  }
  await myTurn(red);
  const mine = await red.locator('.offer').nth(which).innerText();
  await red.locator('.offer').nth(which).click();
  await myTurn(blue);
  await onlooker.waitForFunction(() => /of 1$/.test(document.querySelector('.step')?.textContent ?? ''));
  await onlooker.waitForTimeout(300);
  const shown = await Promise.all([blue, onlooker].map((page) => page.locator('.game').innerText()));
  for (const page of [red, blue, onlooker]) await page.context().close();
  // Guests' names differ from run to run.
  // A page that is left may have heard the beginning of what it hears again.
  for (const name of Object.keys(heard)) heard[name] = [...new Set(heard[name])];
  return { mine, heard, shown: shown.map((text) => text.replace(/Guest [0-9a-f]{4}/g, 'Guest')) };
}

test('an onlooker and the other side see no hidden thing', async () => {
  const [one, other] = [await secretChoice(0), await secretChoice(1)];
  assert.notEqual(one.mine, other.mine, 'red chose differently');
  assert.ok(one.heard.blue.length >= 3 && one.heard.onlooker.length >= 3);
  assert.deepEqual(one.heard, other.heard, 'the same bytes whatever red chose');
  assert.deepEqual(one.shown, other.shown, 'the same page');
});

test('the guided battle leads through its lessons', async () => {
  const page = await visitor(browser, server, '/learn');
  await accessible(page, 'learn');
  await page.click('text=Begin the guided battle');
  await page.waitForSelector('.coach');
  await page.waitForSelector('.item');
  assert.match(await page.locator('.coach h2').innerText(), /1\. Look around/i);
  await page.locator('.item').first().click();
  await page.waitForFunction(() => /^2\./.test(document.querySelector('.coach h2')?.textContent ?? ''));
  await accessible(page, 'guided');
  for (let n = 0; n < 5; n += 1) await page.click('.coach .primary');
  await page.click('text=I am ready');
  assert.equal(await page.locator('.coach').count(), 0);
  await page.context().close();
});

test('dark colours, a tablet, and settings that stay', async () => {
  const page = await visitor(browser, server, '/', { colorScheme: 'dark', viewport: { width: 820, height: 1180 }, hasTouch: true });
  await page.waitForFunction(() => document.querySelectorAll('#new-battle option').length > 1);
  await accessible(page, 'home-dark-tablet');
  await page.click('text=Settings');
  await page.waitForSelector('#set-theme');
  await accessible(page, 'settings');
  await page.fill('#acc-name', `Maurice ${Date.now() % 100000}`);
  await page.fill('#acc-pass', 'a long enough password');
  await page.click('text=Make an account');
  await page.waitForSelector('text=Sign out');
  await page.keyboard.press('Escape');
  await begin(page, { battle: 'edgehill' });
  await page.waitForSelector('.item');
  await myTurn(page);
  await accessible(page, 'battle-dark-tablet');
  // A tap plans, a second one does it.
  const at = await entries(page);
  await page.locator('.offer').first().tap();
  await page.waitForSelector('.plan');
  assert.equal(await entries(page), at);
  await page.locator('.plan .primary').tap();
  await page.waitForFunction((was) => Number(/of (\d+)/.exec(document.querySelector('.step')?.textContent ?? '')?.[1]) > was, at);
  await page.context().close();
});

test('the server is killed and comes back; the browser goes on by itself', async () => {
  const mortal = await startServer();
  const page = await visitor(browser, mortal);
  await begin(page);
  await myTurn(page);
  await page.locator('.offer').first().click();
  await page.waitForFunction(() => Number(/of (\d+)/.exec(document.querySelector('.step')?.textContent ?? '')?.[1]) > 0);
  await myTurn(page);
  const at = await entries(page);
  const port = new URL(mortal.address).port;
  await mortal.kill();
  await page.waitForSelector('.lost');
  await page.screenshot({ path: join(SHOTS, 'lost.png') });
  const again = await startServer(mortal.data, port);
  await page.waitForSelector('.lost', { state: 'detached', timeout: 30_000 });
  await myTurn(page);
  assert.ok((await entries(page)) >= at, 'every acknowledged step is there');
  await page.locator('.offer').first().click();
  await page.waitForFunction((was) => Number(/of (\d+)/.exec(document.querySelector('.step')?.textContent ?? '')?.[1]) > was, at);
  await page.context().close();
  await again.stop();
});

test('light: the first load stays small, and panning stays smooth', async () => {
  const dist = new URL('../dist/assets/', import.meta.url).pathname;
  const sent = readdirSync(dist).filter((name) => name.endsWith('.gz')).reduce((sum, name) => sum + statSync(join(dist, name)).size, 0);
  assert.ok(sent < 300_000, `${sent} bytes`);
  const page = await visitor(browser, server);
  await begin(page, { battle: 'breitenfeld' });
  await page.waitForSelector('.item');
  await page.waitForSelector('main canvas[data-drawn=true]');
  const found = await measure(page, 'pan', 1.5);
  console.log(`panning a hex map: ${found.told}`);
  assert.ok(found.work < 8, found.told);
  assert.ok(found.rate > 20, found.told);
  await page.context().close();
});
