// Field of Glory on the same table: bases that are dragged, and a great battle that stays smooth.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { join } from 'node:path';
import { SHOTS, accessible, begin, entries, myTurn, startBrowser, startServer, visitor } from './help.mjs';

let server, browser;
before(async () => {
  [server, browser] = await Promise.all([startServer(), startBrowser()]);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** The middle of the first of these on the screen. */
const middle = async (locator) => {
  const box = await locator.boundingBox();
  assert.ok(box);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

test('a battle group is dragged to where it may go, planned and moved', async () => {
  const page = await visitor(browser, server);
  await begin(page, { system: 'fogr', battle: 'mill-field' });
  await page.waitForSelector('.item');
  await myTurn(page);
  await accessible(page, 'fogr');
  // Find a group that has somewhere to go.
  const items = page.locator('.item.red');
  let chosen = null;
  for (let n = 0; n < (await items.count()) && !chosen; n += 1) {
    const item = items.nth(n);
    await item.focus();
    await page.keyboard.press('Enter');
    if (await page.locator('.target').first().waitFor({ timeout: 1500 }).then(() => true, () => false)) chosen = item;
  }
  assert.ok(chosen, 'something can move');
  const id = await chosen.getAttribute('id');
  const where = () => page.locator(`#${id} .base`).first().getAttribute('points');
  const stood = await where();
  const at = await entries(page);
  await page.screenshot({ path: join(SHOTS, 'fogr-targets.png') });
  const from = await middle(chosen.locator('.base').first());
  const to = await middle(page.locator('.target').first());
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.screenshot({ path: join(SHOTS, 'fogr-dragging.png') });
  await page.mouse.up();
  await page.waitForSelector('.plan');
  assert.equal(await entries(page), at, 'a plan is no move yet');
  await page.keyboard.press('Escape');
  await page.waitForSelector('.plan', { state: 'detached' });
  assert.equal(await where(), stood);
  // Drawn far beyond its reach it stays at the limit, and a line says which rule stops it.
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x, from.y - 60, { steps: 4 });
  await page.mouse.move(from.x, from.y - 420, { steps: 6 });
  await page.waitForSelector('.stopped');
  assert.match(await page.locator('.stopped').innerText(), /FOGR-/, 'the rule that sets the limit');
  await page.screenshot({ path: join(SHOTS, 'fogr-limit.png') });
  await page.mouse.up();
  await page.waitForSelector('.plan');
  assert.match(await page.locator('.plan p').innerText(), /advance/);
  await page.keyboard.press('Escape');
  await page.waitForSelector('.plan', { state: 'detached' });
  // A quarter of the way: any distance will do, not only those that are offered.
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x, from.y - 11, { steps: 3 });
  await page.waitForTimeout(600);
  await page.mouse.up();
  await page.waitForSelector('.plan');
  const words = await page.locator('.plan p').innerText();
  const offered = await page.locator('.offer span').allTextContents();
  assert.ok(!offered.includes(words), `${words} is a move of the hand's own`);
  await page.keyboard.press('Escape');
  await page.waitForSelector('.plan', { state: 'detached' });
  // Again, and this time it is done.
  await page.locator('.target').first().click({ force: true });
  await page.waitForSelector('.plan');
  await page.keyboard.press('Enter');
  await page.waitForFunction((was) => Number(/of (\d+)/.exec(document.querySelector('.step')?.textContent ?? '')?.[1]) > was, at);
  await page.waitForFunction(([item, was]) => document.querySelector(`#${item} .base`)?.getAttribute('points') !== was, [id, stood]);
  assert.ok(await page.locator('.item.changed').count(), 'what changed is outlined');
  await page.click('.undo');
  await page.waitForFunction(([item, was]) => document.querySelector(`#${item} .base`)?.getAttribute('points') === was, [id, stood]);
  await page.context().close();
});

test('hundreds of bases stay smooth', async () => {
  const page = await visitor(browser, server);
  await begin(page, { system: 'fogr', battle: 'naseby-1645' });
  await page.waitForSelector('.item');
  await page.waitForSelector('main canvas[data-drawn=true]');
  await page.screenshot({ path: join(SHOTS, 'fogr-naseby.png') });
  const bases = await page.locator('.item .base').count();
  const frames = await page.evaluate(async () => {
    const svg = document.querySelector('main svg');
    let n = 0;
    const from = performance.now();
    return new Promise((resolve) => {
      const frame = () => {
        n += 1;
        svg.dispatchEvent(new KeyboardEvent('keydown', { key: n % 2 ? 'ArrowLeft' : 'ArrowRight', bubbles: true }));
        if (performance.now() - from < 1500) requestAnimationFrame(frame);
        else resolve(n / 1.5);
      };
      requestAnimationFrame(frame);
    });
  });
  console.log(`panning ${bases} bases: ${frames.toFixed(0)} frames a second`);
  // 60 on a machine at rest; a busy one without a graphics card may halve that and more.
  assert.ok(frames > 12, `${frames} frames a second`);
  await page.context().close();
});
