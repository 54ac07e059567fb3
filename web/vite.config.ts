import { defineConfig } from 'vitest/config';

export default defineConfig({
  build: { target: 'es2022', modulePreload: { polyfill: false }, assetsInlineLimit: 0, reportCompressedSize: true },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8080', ws: true } } },
  test: { environment: 'happy-dom', include: ['tests/**/*.test.ts'] },
});
