// Playing: by mouse, by keyboard, together, watched, at one screen.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { join } from 'node:path';
import { SHOTS, accessible, begin, entries, gameId, goingOn, heading, myTurn, playUntil, title, visitor } from './help.mjs';
import { beginSetup, withCards } from './great.mjs';
import { browser, server } from './stage.mjs';

const turn = async (page) => Number(/turn (\d+)/i.exec((await title(page)) ?? '')?.[1] ?? 0);

test('a guest starts a battle against the computer and plays a full turn by mouse', async () => {
  const began = Date.now();
  const page = await visitor(browser, server);
  await page.waitForFunction(() => document.querySelectorAll('#new-battle option').length > 1);
  await accessible(page, 'home');
  await begin(page);
  await page.waitForSelector('.item');
  await myTurn(page);
  assert.ok(Date.now() - began < 60_000, 'the first move within a minute');
  await accessible(page, 'battle');
  // Select a counter: it says what it is.
  await page.locator('.item.red').first().click();
  assert.match(await page.locator('.piece').innerText(), /\w/);
  await page.keyboard.press('Escape');
  let seenOdds = false;
  const played = await playUntil(page, async () => (await turn(page)) >= 2, async (n) => {
    const offer = n % 4 === 0 ? goingOn(page).first() : goingOn(page).last();
    if (!seenOdds && n < 25) {
      await offer.hover();
      seenOdds = await page.locator('#odds-heading').waitFor({ timeout: 400 }).then(() => true, () => false);
      if (seenOdds) await page.screenshot({ path: join(SHOTS, 'odds.png') });
    }
    await offer.click();
  });
  assert.ok(played > 1, `${played} choices`);
  // The computer has chosen: nothing moves while this is looked at.
  await myTurn(page);
  assert.ok((await page.locator('.report details').count()) > 3, 'the report tells it');
  assert.ok((await page.locator('.die').count()) > 0, 'the dice are shown');
  // The report follows the battle: its last sentence is in sight. So does the slider.
  await page.waitForFunction(() => {
    const box = document.querySelector('.report');
    const [frame, end] = [box.getBoundingClientRect(), box.lastElementChild.getBoundingClientRect()];
    return end.bottom > frame.top && end.bottom <= frame.bottom + 2;
  });
  assert.equal(Number(await page.locator('.replay input').inputValue()), await entries(page));
  // The wheel counts before the report has moved by it: what comes in between does not bring it to its end.
  const behind = await page.locator('.report').evaluate(async (box) => {
    box.dispatchEvent(new WheelEvent('wheel', { deltaY: -100 }));
    box.style.maxHeight = `${box.clientHeight - 40}px`;
    for (let n = 0; n < 3; n += 1) await new Promise((done) => requestAnimationFrame(done));
    const left = box.scrollHeight - box.scrollTop - box.clientHeight;
    box.style.maxHeight = '';
    return left;
  });
  assert.ok(behind >= 38, `${behind} pixels are below`);
  // Whoever reads what was before is left in peace.
  await page.locator('.report').hover();
  await page.mouse.wheel(0, -100_000);
  await page.waitForFunction(() => document.querySelector('.report').scrollTop === 0);
  await myTurn(page);
  await page.locator('.offer').last().click();
  await page.waitForTimeout(300);
  assert.equal(await page.locator('.report').evaluate((box) => box.scrollTop), 0);
  await page.locator('.report summary').last().click();
  await accessible(page, 'battle-later');
  await page.context().close();
});

test('the same by keyboard only', async () => {
  const page = await visitor(browser, server);
  await page.waitForFunction(() => document.querySelectorAll('#new-battle option').length > 1);
  // Tab to the button that starts.
  for (let n = 0; n < 30; n += 1) {
    await page.keyboard.press('Tab');
    // The first opponent is the quickest.
    if (await page.evaluate(() => document.activeElement?.id === 'new-opponent')) await page.keyboard.press('Home');
    if (await page.evaluate(() => document.activeElement?.matches('form[aria-labelledby="fight-heading"] button[type=submit]'))) break;
  }
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/game\//);
  await myTurn(page);
  const over = async () => /over/i.test((await heading(page)) ?? '');
  await playUntil(page, async () => (await turn(page)) >= 2 || (await over()), async (n) => {
    if (n % 5 === 4) {
      // In words, from the command line, completed by Tab.
      const command = await page.locator('.offer span').last().textContent();
      assert.ok(command);
      await page.keyboard.press('/');
      await page.keyboard.type(String(Math.min(await page.locator('.offer').count(), 9)));
      await page.keyboard.press('Enter');
      await page.keyboard.press('Escape');
    } else {
      // Not always the last one: if everybody passes, the battle is a draw before the turn is over.
      await page.keyboard.press(n % 3 === 0 ? '1' : String(Math.min(await page.locator('.offer').count(), 9)));
    }
  });
  // Tab reaches the pieces, and they say what they are.
  await page.locator('.item').first().focus();
  const where = await page.evaluate(() => document.activeElement?.id);
  await page.keyboard.press('r');
  assert.ok((await page.locator('aside li').count()) > 4, 'the position is read out');
  assert.ok(await page.evaluate(() => document.activeElement?.closest('aside') !== null), 'the keys are in the drawer');
  await accessible(page, 'read-out');
  const bySide = await page.locator('aside li').count();
  await page.click('aside >> text=By sectors');
  assert.match(await page.locator('aside').innerText(), /Near left|Left|Far left/);
  assert.equal(await page.locator('aside li').count(), bySide, 'everybody is in one sector');
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('aside').count(), 0);
  assert.equal(await page.evaluate(() => document.activeElement?.id), where, 'and back where they were');
  await page.context().close();
});

/** A visitor to whom some messages of the server come late, with what the browser says to it. */
async function slowly(isLate) {
  const page = await visitor(browser, server);
  page.said = [];
  await page.routeWebSocket(/socket/, (mine) => {
    const theirs = mine.connectToServer();
    mine.onMessage((text) => {
      page.said.push(JSON.parse(text).ask);
      theirs.send(text);
    });
    theirs.onMessage((text) => (isLate(JSON.parse(text)) ? setTimeout(() => mine.send(text), 500) : mine.send(text)));
  });
  await begin(page);
  await myTurn(page);
  return page;
}

test('keys count as soon as choices are shown, however late the answer to the last one', async () => {
  const page = await slowly((message) => message.type === 'done');
  for (let n = 0; n < 4; n += 1) {
    await myTurn(page);
    const at = await entries(page);
    await page.keyboard.press('1');
    await page.waitForFunction((was) => Number(/of (\d+)/.exec(document.querySelector('.step')?.textContent ?? '')?.[1]) > was, at, { timeout: 5000 });
  }
  assert.equal(await page.locator('.refusal').count(), 0);
  await page.context().close();
});

test('choices of a moment ago cannot be taken, however late what came of the last one', async () => {
  const page = await slowly((message) => message.type === 'update' || (message.type === 'sight' && message.id === undefined));
  const at = await entries(page);
  await page.keyboard.press('1');
  await page.waitForFunction(() => !document.querySelector('.offer:disabled'));
  await page.keyboard.press('1');
  await page.waitForFunction((was) => Number(/of (\d+)/.exec(document.querySelector('.step')?.textContent ?? '')?.[1]) > was, at);
  assert.equal(page.said.filter((ask) => ask.choose).length, 1, 'nothing is said twice');
  await page.context().close();
});

test('a command that is no choice is refused with its reason, and rules open', async () => {
  const page = await visitor(browser, server);
  await begin(page);
  await myTurn(page);
  const at = await entries(page);
  await page.keyboard.press('/');
  await page.keyboard.type('surrender the flag');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.refusal');
  assert.match(await page.locator('.refusal').innerText(), /not a choice here.*Say one of/s);
  assert.equal(await entries(page), at, 'nothing has changed');
  await page.locator('.refusal .rule').click();
  await page.waitForSelector('aside article');
  assert.match(await page.locator('aside article').innerText(), /TABLE-010/);
  await page.fill('#rule-words', 'reaction fire');
  await page.waitForFunction(() => document.querySelectorAll('aside article').length > 2);
  await accessible(page, 'rules');
  await page.keyboard.press('Escape');
  await page.context().close();
});

test('undo takes back a choice until dice fall; the computer agrees to nothing beyond that', async () => {
  const page = await visitor(browser, server);
  await begin(page);
  await myTurn(page);
  let undone = false;
  await playUntil(page, async () => undone, async () => {
    await page.locator('.offer').first().click();
    await page.waitForTimeout(150);
    if (await page.locator('.undo').isEnabled()) {
      const told = await page.locator('.report details').count();
      // The computer may choose just now: then it is too late, and there will be another time.
      if (!(await page.click('.undo', { timeout: 1000 }).then(() => true, () => false))) return;
      await page.waitForFunction((n) => document.querySelectorAll('.report details').length < n || document.querySelectorAll('.report details').length === 0, told).catch(() => undefined);
      undone = true;
    }
  }, 60);
  assert.ok(undone);
  // The computer never agrees to go back: nobody is offered to ask it.
  await page.click('footer >> text=Menu');
  await accessible(page, 'menu');
  assert.equal(await page.locator('.menu >> text=Ask to go back').count(), 0);
  assert.equal(await page.locator('.ask-back').count(), 0);
  await page.context().close();
});

test('the menu asks to go back just where asking is needed: not before a choice, not while undo does it', async () => {
  const page = await visitor(browser, server);
  await begin(page, { opponent: 'here' });
  /** Whether the item of the menu can be pressed. */
  const canAsk = async () => {
    await page.click('footer >> text=Menu');
    const can = await page.locator('.menu >> text=Ask to go back').isEnabled();
    await page.click('footer >> text=Menu');
    return can;
  };
  await myTurn(page);
  assert.equal(await canAsk(), false, 'nothing has been chosen yet');
  let undone = false;
  let asked = false;
  for (let n = 0; n < 120 && !(undone && asked); n += 1) {
    await page.waitForSelector('#choice-heading.mine, .hand-over button');
    if ((await page.locator('.hand-over button').count()) > 0) {
      await page.click('.hand-over button');
      await myTurn(page);
    }
    const undo = await page.locator('.undo').isEnabled();
    const can = await canAsk();
    assert.ok(!(undo && can), 'what can be undone need not be asked for');
    undone ||= undo;
    asked ||= can;
    if (undone && asked && can) break;
    const before = await page.locator('.step').textContent();
    await page.locator('.offer').first().click();
    await page.waitForFunction((was) => document.querySelector('.hand-over') || document.querySelector('.step')?.textContent !== was, before);
  }
  assert.ok(undone && asked, `undo ${undone}, ask ${asked}`);
  await page.context().close();
});

test('two browsers play against each other, one reconnects in mid-turn, an onlooker watches', async () => {
  const red = await visitor(browser, server);
  await begin(red, { opponent: 'invited', watch: true });
  await red.waitForSelector('#link-play');
  await accessible(red, 'gathering');
  const link = await red.inputValue('#link-play');
  const blue = await visitor(browser, server, new URL(link).pathname + new URL(link).search);
  await blue.click('text=Take the seat of Blue');
  await Promise.all([red.waitForSelector('.item'), blue.waitForSelector('.item')]);
  const onlooker = await visitor(browser, server, `/game/${gameId(red)}`);
  await onlooker.waitForSelector('.item');
  assert.match(await onlooker.locator('header').innerText(), /You are watching/);
  assert.equal(await onlooker.locator('.offer').count(), 0, 'an onlooker has no choices');
  assert.equal(await onlooker.locator('.undo').count(), 0);
  const step = async () => {
    for (const page of [red, blue]) {
      if (/Your choice/.test((await heading(page)) ?? '')) {
        const before = await entries(page);
        await goingOn(page).last().click();
        await page.waitForFunction((was) => Number(/of (\d+)/.exec(document.querySelector('.step')?.textContent ?? '')?.[1]) > was, before);
        return;
      }
    }
    await red.waitForTimeout(100);
  };
  for (let n = 0; n < 12; n += 1) await step();
  // Blue loses the connection in mid-turn; red goes on; blue comes back and misses nothing.
  await blue.context().setOffline(true);
  await blue.evaluate(() => undefined);
  for (let n = 0; n < 3; n += 1) if (/Your choice/.test((await heading(red)) ?? '')) await step();
  await blue.context().setOffline(false);
  const at = await entries(red);
  await blue.waitForFunction((n) => Number(/of (\d+)/.exec(document.querySelector('.step')?.textContent ?? '')?.[1]) >= n, at, { timeout: 30_000 });
  assert.deepEqual(await blue.locator('.report summary').allTextContents(), await red.locator('.report summary').allTextContents());
  await onlooker.waitForFunction((n) => Number(/of (\d+)/.exec(document.querySelector('.step')?.textContent ?? '')?.[1]) >= n, at);
  // A word between players.
  await red.fill('#chat', 'Well met');
  await red.keyboard.press('Enter');
  await blue.waitForSelector('text=Well met');
  // A draw is offered and agreed.
  await red.click('footer >> text=Menu');
  await red.click('.menu >> text=Offer a draw');
  await blue.click('.asked >> text=Agree');
  await red.waitForSelector('text=A draw');
  await accessible(red, 'over');
  for (const page of [red, blue, onlooker]) await page.context().close();
});

test('hot-seat: the screen is handed over and hides', async () => {
  const page = await visitor(browser, server);
  await begin(page, { opponent: 'here' });
  const handed = new Set();
  for (let n = 0; n < 80 && handed.size < 2; n += 1) {
    await page.waitForSelector('#choice-heading.mine, .hand-over h1');
    if ((await page.locator('.hand-over h1').count()) > 0) {
      const to = await page.locator('.hand-over h1').innerText();
      handed.add(to);
      assert.equal(await page.locator('.item').count(), 0, 'nothing of the table is on the page');
      assert.equal(await page.locator('.report').count(), 0, 'nor of the report');
      if (handed.size === 1) await accessible(page, 'hand-over');
      await page.click('.hand-over .primary');
      await page.waitForSelector('#choice-heading.mine');
    } else {
      const before = await page.locator('.step').textContent();
      await goingOn(page).last().click();
      await page.waitForFunction((was) => document.querySelector('.hand-over h1') || document.querySelector('.step')?.textContent !== was, before);
      await page.waitForTimeout(100);
    }
  }
  assert.equal(handed.size, 2, 'to blue and back to red');
  await page.context().close();
});

test('cards: own ones by name, the others face down, and the cover hides them', async () => {
  const page = await visitor(browser, server);
  await page.goto(`${server.address}/game/${await beginSetup(page, 'trial', withCards(), 'me')}`);
  const held = () => page.locator('.held .name').allTextContents();
  await page.waitForSelector('.held');
  assert.deepEqual(await held(), ['powder', 'powder', 'powder'], 'blue has drawn nothing yet');
  const drawn = page.locator('.die.card');
  assert.deepEqual(await drawn.evaluateAll((all) => all.map((die) => die.getAttribute('aria-label'))), ['powder', 'powder', 'powder']);
  await page.keyboard.press('r');
  await page.waitForSelector('aside li >> text=The red army: powder, powder, powder');
  await page.keyboard.press('Escape');
  await page.locator('.offer', { hasText: 'Done' }).click();
  await page.waitForSelector('.hand-over h1');
  assert.ok(!/powder/.test(await page.locator('body').innerText()), 'the cover shows no card');
  await page.click('.hand-over .primary');
  await page.waitForSelector('.held');
  assert.deepEqual(await held(), ['3 cards face down', 'powder', 'powder']);
  assert.deepEqual(await drawn.count(), 2, 'blue sees its own draw alone');
  await accessible(page, 'cards');
  await page.context().close();
});

/** Where a piece is on the screen. */
const where = async (page, id) => {
  const box = await page.locator(`#${id} .base`).first().boundingBox();
  assert.ok(box);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

test('a counter is drawn hex by hex: the steps, their cost, and what they halt at', async () => {
  const page = await visitor(browser, server);
  await begin(page);
  await page.waitForSelector('.item');
  await myTurn(page);
  // On to the Actions of a Wing.
  await playUntil(page, async () => (await page.locator('.offer span').allTextContents()).some((text) => text.startsWith('Move ')), () => page.locator('.offer').first().click(), 60);
  const movable = await page.evaluate(() => [...document.querySelectorAll('.item.red')].map((i) => i.id).filter((id) => id.startsWith('unit')));
  const hex = await page.evaluate(() => {
    const base = document.querySelector('.item.red .base').getBoundingClientRect();
    return Math.min(base.width, base.height) / 1.12 * Math.sqrt(3);
  });
  let plan = null;
  for (const id of movable) {
    const from = await where(page, id);
    // Its front edge says which way it looks.
    const ahead = await page.evaluate((id) => {
      const base = document.querySelector(`#${id} .base`);
      const m = base.getScreenCTM();
      const [a, b, c, d] = base.getAttribute('points').split(' ').map((p) => p.split(',').map(Number)).map(([x, y]) => new DOMPoint(x, y).matrixTransform(m));
      const [x, y] = [(a.x + b.x - c.x - d.x) / 2, (a.y + b.y - c.y - d.y) / 2];
      const far = Math.hypot(x, y);
      return { x: x / far, y: y / far };
    }, id);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    for (const part of [0.3, 0.6, 1, 1.4, 1.8, 2.1]) await page.mouse.move(from.x + ahead.x * hex * part, from.y + ahead.y * hex * part, { steps: 2 });
    await page.waitForTimeout(250);
    await page.screenshot({ path: join(SHOTS, 'counter-dragged.png') });
    await page.mouse.up();
    if (await page.locator('.plan .steps li').first().waitFor({ timeout: 1500 }).then(() => true, () => false)) {
      plan = await page.locator('.plan .steps li').allTextContents();
      break;
    }
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
  }
  assert.ok(plan, 'a counter can be drawn forward');
  assert.match(plan[0], /^Move /, 'it begins to move');
  assert.ok(plan.length > 1, plan.join('; '));
  assert.match(await page.locator('.drawn').innerHTML(), /of \d+ movement points/, 'what it costs');
  const at = await entries(page);
  await page.keyboard.press('Enter');
  await page.waitForFunction((to) => Number(/of (\d+)/.exec(document.querySelector('.step')?.textContent ?? '')?.[1]) >= to, at + plan.length);
  await page.context().close();
});

test('layers of a hex battle: command, facing, flanks, fire, sight', async () => {
  const page = await visitor(browser, server);
  await begin(page);
  await page.waitForSelector('.item');
  await myTurn(page);
  await page.click('.show-layers');
  await accessible(page, 'layer-list');
  for (const name of ['Command', 'Front, flank and rear', 'Line of sight']) await page.check(`#layer-list >> text=${name}`);
  await page.waitForFunction(() => document.querySelectorAll('.layer-command polyline, .layer-command polygon').length > 5);
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('#layer-list').count(), 0);
  await page.locator('.item.red').first().click();
  // Six hexes about a counter of one hex, eight about one of two; all are front, flank or rear.
  await page.waitForFunction(() => [6, 8].includes(document.querySelectorAll('.layer-facing polygon').length));
  await page.waitForSelector('.layer-sight line, .layer-sight polyline, .layer-sight polygon', { state: 'attached' });
  await page.screenshot({ path: join(SHOTS, 'layers.png') });
  // They are remembered, and stay after another choice.
  await page.keyboard.press('Escape');
  const at = await entries(page);
  await page.locator('.offer').first().click();
  await page.waitForFunction((was) => Number(/of (\d+)/.exec(document.querySelector('.step')?.textContent ?? '')?.[1]) > was, at);
  await page.waitForSelector('.layer-command polyline', { state: 'attached' });
  await page.context().close();
});

test('a marshal can be chosen and fights back', async () => {
  const page = await visitor(browser, server);
  await page.waitForFunction(() => document.querySelectorAll('#new-battle option').length > 1);
  const offered = await page.locator('#new-opponent option').evaluateAll((all) => all.map((o) => o.value).filter((v) => v.startsWith('computer:')));
  for (const level of ['random', 'marshal', 'marshal:bold', 'marshal:cautious', 'captain']) {
    assert.ok(offered.includes(`computer:${level}`), `${level} among ${offered}`);
  }
  await begin(page, { opponent: 'computer:marshal:bold' });
  await page.waitForSelector('.item');
  await myTurn(page);
  assert.match(await page.locator('header').innerText(), /computer \(bold marshal\)/);
  // A whole battle: the player takes whatever comes first, the marshal thinks.
  await playUntil(page, async () => /over/i.test((await heading(page)) ?? ''), () => page.locator('.offer').first().click(), 1500);
  assert.match(await page.locator('.outcome').innerText(), /won|draw/i);
  await page.context().close();
});
