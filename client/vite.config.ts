import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

// While the client is worked on, a running server answers for the API: CARACOLE_SERVER=http://127.0.0.1:8420
const proxy = { '/api': { target: process.env['CARACOLE_SERVER'] ?? 'http://127.0.0.1:8420', ws: true } };

// Assets are embedded in the server and served from /assets; nothing is fetched from elsewhere.
export default defineConfig({
  plugins: [svelte()],
  build: { target: 'es2022', assetsInlineLimit: 0, sourcemap: false },
  server: { proxy },
  preview: { proxy },
});
