// A battle with three hundred bases, to see whether the table stays smooth; and the tools to measure that.

const MU = 25_000;
const HALF_TURN = 2 ** 31;
const GROUPS = 25;
const IN_A_LINE = 13;

const army = (name) => ({
  book: 'fogr',
  name,
  commander: [{ name: `General of ${name}`, role: 'c_in_c', level: 'troop_commander' }],
  battle_group: Array.from({ length: GROUPS }, (_, n) => ({
    name: `${name} ${n + 1}`,
    quality: 'average',
    list_says: ['mixed'],
    bases: [
      { count: 2, type: 'heavy_foot', armour: 'unarmoured', capabilities: ['pike'] },
      { count: 4, type: 'medium_foot', armour: 'unarmoured', capabilities: ['musket'] },
    ],
  })),
});

/** Two armies of 25 battle groups with 6 bases each, in two lines. */
export function greatBattle() {
  const groups = ['red', 'blue'].flatMap((side) =>
    Array.from({ length: GROUPS }, (_, n) => {
      const [file, line] = [n % IN_A_LINE, Math.floor(n / IN_A_LINE)];
      const y = side === 'red' ? 14 - line * 5 : 34 + line * 5;
      const at = { x: Math.round((4.2 + file * 5.3) * MU), y: y * MU };
      return { side, number: n + 1, front: { at, facing: side === 'red' ? 0 : HALF_TURN }, files: 3 };
    }),
  );
  return {
    armies: { red: { list: army('Red') }, blue: { list: army('Blue') } },
    turns: 24,
    start: { position: { groups } },
  };
}

/** A small battle of the game for tests, in which both sides hold cards; the program of the tests knows it. */
export const withCards = () => {
  const unit = (name) => ({ name, strength: 4 });
  const army = (side) => [unit(`${side} Line`), unit(`${side} Guard`)];
  return { armies: { red: army('Red'), blue: army('Blue') }, turns: 30, cards: { hands: { red: 3, blue: 2 }, deck: [0, 9, 0] } };
};

/** Begins a battle from a setup, through the page's own session. */
export const beginSetup = (page, system, setup, other = { computer: 'random' }) =>
  page.evaluate(async ([system, setup, other]) => {
    const json = { 'content-type': 'application/json' };
    while (!(await fetch('/api/session')).ok) await new Promise((done) => setTimeout(done, 50));
    const wish = { system, title: 'A great battle', start: { setup }, seats: { red: 'me', blue: other }, open: false, public: true };
    const answer = await fetch('/api/games', { method: 'POST', headers: json, body: JSON.stringify(wish) });
    const told = await answer.json();
    if (!answer.ok) throw new Error(JSON.stringify(told));
    return told.id;
  }, [system, setup, other]);

/** Counts the tiles of pictures that the browser draws anew until it is asked for their number. */
async function countTiles(page) {
  const session = await page.context().browser().newBrowserCDPSession();
  let tiles = 0;
  session.on('Tracing.dataCollected', ({ value }) => (tiles += value.filter((event) => event.name === 'RasterTask').length));
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: ['cc', 'devtools.timeline'] } });
  return async () => {
    const done = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
    await session.send('Tracing.end');
    await done;
    await session.detach();
    return tiles;
  };
}

/**
 * Moves the view for a while, every frame anew, and measures: frames a second; what the main thread has to do for a frame
 * in milliseconds of its own time, which does not depend on what else the machine does, and how much of that is layout;
 * and how many tiles of pictures are drawn anew.
 */
export async function measure(page, gesture, seconds = 2) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const read = async () => Object.fromEntries((await session.send('Performance.getMetrics')).metrics.map((m) => [m.name, m.value]));
  const tiles = await countTiles(page);
  const before = await read();
  const frames = await page.evaluate(async ([gesture, seconds]) => {
    const frame = document.querySelector('.table');
    const box = frame.getBoundingClientRect();
    // A pointer that is not there cannot be captured.
    frame.setPointerCapture = () => undefined;
    const [cx, cy] = [box.left + box.width / 2, box.top + 20];
    const point = (type, x, y) => frame.dispatchEvent(new PointerEvent(type, { pointerId: 77, clientX: x, clientY: y, bubbles: true, button: 0, pointerType: 'mouse' }));
    // What a hand does in one frame.
    const acts = {
      pan: (n) => point('pointermove', cx + 160 * Math.sin(n / 9), cy + 90 * Math.sin(n / 13)),
      zoom: (n) => frame.dispatchEvent(new WheelEvent('wheel', { deltaY: 18 * Math.cos(n / 12), clientX: cx, clientY: cy + 200, bubbles: true, cancelable: true })),
    };
    if (gesture === 'pan') point('pointerdown', cx, cy);
    const times = [];
    await new Promise((done) => {
      const from = performance.now();
      const next = (now) => {
        times.push(now);
        acts[gesture](times.length);
        if (now - from < seconds * 1000) requestAnimationFrame(next);
        else done();
      };
      requestAnimationFrame(next);
    });
    if (gesture === 'pan') point('pointerup', cx, cy);
    return times;
  }, [gesture, seconds]);
  const after = await read();
  const drawn = (await tiles()) / frames.length;
  const took = (frames.at(-1) - frames[0]) / 1000;
  const work = ((after.TaskDuration - before.TaskDuration) * 1000) / frames.length;
  const part = (name) => (((after[name] - before[name]) * 1000) / frames.length).toFixed(2);
  return {
    rate: (frames.length - 1) / took,
    work,
    layout: Number(part('LayoutDuration')),
    drawn,
    told: `${((frames.length - 1) / took).toFixed(0)} frames a second; a frame takes ${work.toFixed(2)} ms of the main thread (script ${part('ScriptDuration')}, style ${part('RecalcStyleDuration')}, layout ${part('LayoutDuration')}); ${drawn.toFixed(1)} tiles are drawn anew for it`,
  };
}
