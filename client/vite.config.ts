import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

// Assets are embedded in the server and served from /assets; nothing is fetched from elsewhere.
export default defineConfig({
  plugins: [svelte()],
  build: { target: 'es2022', assetsInlineLimit: 0, sourcemap: false },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:4545', ws: true } } },
});
