// Every page in every state that it can be in, in light and in dark: nothing may keep anybody from using it. One list;
// a part of the client that no state of the list shows fails the test, so whatever is built must be added here.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beginSetup, greatBattle, withCards } from './great.mjs';
import { accessible, begin, gameId, myTurn, playUntil, rests, visitor } from './help.mjs';
import { browser, server } from './stage.mjs';

const visit = (path = '/', options = {}) => visitor(browser, server, path, options);
const home = async (options = {}) => {
  const page = await visit('/', options);
  await page.waitForFunction(() => document.querySelectorAll('#new-battle option').length > 1);
  return page;
};
const fight = async (wish = {}, options = {}) => {
  const page = await home(options);
  await begin(page, wish);
  await page.waitForSelector('.item');
  await myTurn(page);
  return page;
};
const FOGR = { system: 'fogr', battle: 'mill-field' };
const press = async (page, key, shows) => {
  await page.keyboard.press(key);
  await page.waitForSelector(shows);
  return page;
};
const menu = async (page, words) => {
  await page.click('footer >> text=Menu');
  if (words) await page.click(`.menu >> text=${words}`);
  return page;
};
/** Clicks until something is on the page, and stays: it is a page without choices, or nobody else chooses. */
const until = async (page, selector, most = 120) => {
  const stays = async () => (await page.locator(selector).count()) > 0 && ((await rests(page)) || (await page.locator('#choice-heading').count()) === 0);
  await playUntil(page, stays, () => page.locator('.offer').first().click(), most);
  return page;
};
/** A game of two, with clocks; red's page and blue's. */
const two = async () => {
  const red = await home();
  await red.selectOption('#new-opponent', 'invited');
  await red.selectOption('#new-clock', 'live');
  await begin(red, { opponent: 'invited' });
  const link = new URL(await red.inputValue('#link-play'));
  const blue = await visit(link.pathname + link.search);
  await blue.click('text=Take the seat of Blue');
  await Promise.all([red.waitForSelector('.item'), blue.waitForSelector('.item')]);
  return { red, blue };
};
const over = async () => {
  const page = await menu(await fight({ watch: true }), 'Resign');
  await page.click('.menu >> text=Yes');
  await page.waitForSelector('.outcome');
  return page;
};

/** The name of a state, how to come to it, and the parts of the client it shows, each with where to see that. */
const STATES = {
  'first-page': { open: () => home(), shows: { App: '#app', Home: '.tagline', NewBattle: '#new-battle' } },
  'first-page-with-games': {
    open: async () => {
      const page = await fight({ watch: true });
      await page.goto(server.address);
      await page.waitForSelector('main section li a');
      return page;
    },
  },
  'first-page-tablet': { open: () => home({ viewport: { width: 820, height: 1180 }, hasTouch: true }) },
  'first-page-phone': { open: () => home({ viewport: { width: 390, height: 800 }, hasTouch: true }) },
  'new-battle-of-armies': {
    open: async () => {
      const page = await home();
      await page.selectOption('#new-system', 'fogr');
      await page.waitForSelector('#new-battle option[value="?armies"]', { state: 'attached' });
      await page.selectOption('#new-battle', '?armies');
      await page.selectOption('#new-opponent', 'anybody');
      return page;
    },
    shows: { NewBattle: '#new-red' },
  },
  account: {
    open: async () => {
      const page = await home();
      await page.click('text=Settings');
      return page;
    },
    shows: { SettingsPanel: '#acc-name' },
  },
  'account-refused': {
    open: async () => {
      const page = await home();
      await page.click('text=Settings');
      await page.fill('#acc-name', 'Nobody at all');
      await page.fill('#acc-pass', 'not the password');
      await page.click('aside >> text=Sign in');
      return page;
    },
    shows: { SettingsPanel: 'aside .problem' },
  },
  'army-builder': { open: () => visit('/muster'), shows: { Muster: '.legal', GroupEditor: '.groups fieldset' } },
  'army-builder-of-units': {
    open: async () => {
      const page = await visit('/muster');
      await page.waitForSelector('.legal');
      await page.selectOption('#m-system', 'retg');
      await page.waitForSelector('.groups .troops');
      return page;
    },
    shows: { Muster: '#m-system', UnitEditor: '.groups .troops' },
  },
  'army-builder-illegal': {
    open: async () => {
      const page = await visit('/muster');
      await page.waitForSelector('.legal');
      await page.locator('.groups fieldset').first().locator('.count').first().fill('1');
      await page.waitForSelector('.illegal');
      await page.locator('.verdict summary').click();
      await page.locator('.problems .rule').first().click();
      return page;
    },
    shows: { Muster: '.illegal', TallyView: '.verdict details[open]', Rules: 'aside article' },
  },
  'army-sheet': {
    open: async () => {
      const page = await visit('/muster');
      await page.waitForSelector('.legal');
      await page.click('text=Sheet to print');
      return page;
    },
    shows: { Muster: '.verdict img' },
  },
  'way-into-the-guided-battle': { open: () => visit('/learn'), shows: { Learn: 'ol li' } },
  'guided-battle': {
    open: async () => {
      const page = await visit('/learn');
      await page.click('text=Begin the guided battle');
      await page.waitForSelector('.item');
      return page;
    },
    shows: { Coach: '.coach' },
  },
  gathering: {
    open: async () => {
      const page = await home();
      await begin(page, { opponent: 'invited' });
      return page;
    },
    shows: { GamePage: '#link-play' },
  },
  'seat-to-take': {
    open: async () => {
      const page = await home();
      await begin(page, { opponent: 'anybody' });
      await page.waitForSelector('#link-play');
      return visit(`/game/${gameId(page)}`);
    },
    shows: { GamePage: 'main .primary' },
  },
  'no-such-game': { open: () => visit('/game/0123456789abcdef'), shows: { GamePage: 'main [role=alert]' } },
  'table-fogr': { open: () => fight(FOGR), shows: { Board: '.game', Table: '.table', Pieces: 'svg.pieces .item', Names: '.names', Ground: 'main canvas', Choice: '.offer', CommandLine: '#command' } },
  'table-fogr-plan': {
    open: async () => {
      const page = await fight(FOGR);
      await page.locator('#group-2').focus();
      await page.keyboard.press('Enter');
      await page.locator('.target').first().click({ force: true });
      await page.waitForSelector('.plan');
      return page;
    },
    shows: { Overlays: '.overlays .ghost', Choice: '.plan' },
  },
  'table-fogr-layers': {
    open: async () => {
      const page = await fight(FOGR);
      await page.click('.show-layers');
      for (const box of await page.locator('#layer-list input').all()) await box.check();
      await page.waitForSelector('.standing', { state: 'attached' });
      return page;
    },
    shows: { Layers: '#layer-list' },
  },
  'table-fogr-deployment': {
    open: async () => {
      const page = await home();
      await page.selectOption('#new-system', 'fogr');
      await page.waitForSelector('#new-battle option[value*="deployment"]', { state: 'attached' });
      await begin(page, { system: 'fogr', battle: await page.locator('#new-battle option[value*="deployment"]').first().getAttribute('value') });
      return until(page, '.in-hand');
    },
    shows: { Table: '.in-hand' },
  },
  'table-fogr-great': {
    open: async () => {
      const page = await visit();
      await page.goto(`${server.address}/game/${await beginSetup(page, 'fogr', greatBattle())}`);
      return page;
    },
    shows: { Pieces: 'svg.pieces .item' },
  },
  'table-mpbs': { open: () => fight(), shows: { Log: '.report', Dice: '#dice-heading', Chat: '#chat', Replay: '.replay' } },
  'table-mpbs-tablet': { open: () => fight({ battle: 'edgehill' }, { viewport: { width: 820, height: 1180 }, hasTouch: true }) },
  'table-mpbs-later': {
    open: async () => {
      const page = await until(await fight(), '.die');
      await page.locator('.report summary').last().click();
      return page;
    },
    shows: { Dice: '.die', Pools: '.dice', Log: '.report details[open]' },
  },
  'table-cards': {
    open: async () => {
      const page = await visit();
      await page.goto(`${server.address}/game/${await beginSetup(page, 'trial', withCards())}`);
      await page.waitForSelector('.held');
      return page;
    },
    shows: { Hands: '.held.red', Pools: '.die.card.red', Board: '#hands-heading' },
  },
  'table-mpbs-dice': { open: async () => until(await fight(), '.thrown .heap'), shows: { Thrown: '.thrown .heap' } },
  'table-mpbs-odds': {
    open: async () => {
      const page = await fight();
      const seen = () => page.locator('#odds-heading').waitFor({ timeout: 400 }).then(() => true, () => false);
      await playUntil(page, async () => {
        for (const offer of (await page.locator('.offer').all()).slice(0, 4)) {
          await offer.hover();
          if (await seen()) return true;
        }
        return false;
      }, () => page.locator('.offer').first().click(), 60);
      return page;
    },
    shows: { Odds: '#odds-heading', OddsStage: '#odds-heading ~ ul .share' },
  },
  refused: {
    open: async () => {
      const page = await fight();
      await page.keyboard.press('/');
      await page.keyboard.type('surrender the flag');
      await page.keyboard.press('Enter');
      return page;
    },
    shows: { Choice: '.refusal' },
  },
  'rules-drawer': { open: async () => press(await fight(), '?', '#rule-words'), shows: { Rules: '#rule-words' } },
  'rules-drawer-found': {
    open: async () => {
      const page = await press(await fight(FOGR), '?', '#rule-words');
      await page.fill('#rule-words', 'charge');
      return page;
    },
    shows: { Rules: 'aside article' },
  },
  'read-out': { open: async () => press(await fight(), 'r', 'aside li'), shows: { ReadOut: 'aside li' } },
  menu: { open: async () => menu(await fight()), shows: { Menu: '.menu' } },
  'menu-resigning': { open: async () => menu(await fight(), 'Resign'), shows: { Menu: '.menu >> text=Yes' } },
  'settings-at-the-table': { open: async () => menu(await fight(), 'Settings'), shows: { SettingsPanel: '#set-theme' } },
  'asked-for-a-draw': {
    open: async () => {
      const { red, blue } = await two();
      await menu(red, 'Offer a draw');
      await blue.waitForSelector('.asked');
      return blue;
    },
    shows: { Asked: '.asked', Clock: '.clock' },
  },
  watching: {
    open: async () => visit(`/game/${gameId(await fight({ watch: true }))}`),
    shows: { Board: '.watching' },
  },
  'handed-over': {
    open: async () => {
      const page = await home();
      await begin(page, { opponent: 'here' });
      return until(page, '.hand-over');
    },
    shows: { GamePage: '.hand-over' },
  },
  over: { open: () => over(), shows: { Choice: '.outcome' } },
  replay: {
    open: async () => {
      const page = await visit(`/replay/${gameId(await over())}?at=0`);
      await page.waitForFunction(() => document.querySelector('.step')?.textContent?.startsWith('Step 0 of'));
      return page;
    },
    shows: { Replay: '.replay' },
  },
};

for (const [name, { open, shows = {} }] of Object.entries(STATES)) {
  test(`nothing stands in anybody's way: ${name}`, async () => {
    const page = await open();
    for (const selector of Object.values(shows)) await page.waitForSelector(selector, { state: 'attached' });
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await accessible(page, `state-${name}-${colorScheme}`);
    }
    for (const context of browser.contexts()) await context.close();
  });
}

test('the list shows every part of the client, and every page and drawer that there is', () => {
  const source = new URL('../src/', import.meta.url).pathname;
  const parts = readdirSync(source, { recursive: true }).filter((path) => path.endsWith('.svelte')).map((path) => path.split('/').at(-1).replace('.svelte', ''));
  const shown = Object.values(STATES).flatMap(({ shows = {} }) => Object.keys(shows));
  assert.deepEqual(parts.filter((part) => !shown.includes(part)), [], 'parts that no state shows');
  assert.deepEqual([...new Set(shown)].filter((part) => !parts.includes(part)), [], 'parts that are not there');
  // Pages are known by their addresses, drawers by the names in the type of them.
  const opened = Object.values(STATES).map(({ open }) => String(open)).join('\n');
  const addresses = [...readFileSync(join(source, 'App.svelte'), 'utf8').matchAll(/pathname === '([^']+)'/g)].map((found) => found[1]);
  assert.ok(addresses.length >= 2, `${addresses}`);
  for (const address of addresses) assert.ok(opened.includes(`'${address}'`), `no state opens ${address}`);
  const drawers = /type Drawer = ([^;]+);/.exec(readFileSync(join(source, 'lib', 'board', 'Board.svelte'), 'utf8'))?.[1].match(/'(\w+)'/g) ?? [];
  assert.deepEqual(drawers.sort(), ["'menu'", "'readout'", "'rules'", "'settings'"], 'a new drawer needs a state of its own');
});
