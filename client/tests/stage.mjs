// A server and a browser for all tests of the file that imports this.
import { after, before } from 'node:test';
import { startBrowser, startServer } from './help.mjs';

export let server, browser;

before(async () => {
  [server, browser] = await Promise.all([startServer(), startBrowser()]);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});
