import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Parts name each other by where they lie, so that a site may lie anywhere; the page names them from the root.
  experimental: { renderBuiltUrl: (_, { hostType }) => (hostType === 'html' ? undefined : { relative: true }) },
  // tools/build-web puts the engine there where a compiler for WebAssembly is at hand.
  define: { __ENGINE__: JSON.stringify(existsSync('public/engine/sandtable.wasm')) },
  worker: { format: 'es' },
  build: { target: 'es2022', modulePreload: { polyfill: false }, assetsInlineLimit: 0, reportCompressedSize: true },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8080', ws: true } } },
  // No test may fail because the machine has other work.
  test: { environment: 'happy-dom', include: ['tests/**/*.test.ts'], testTimeout: 120_000, hookTimeout: 120_000 },
});
