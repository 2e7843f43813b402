import { brotliCompressSync, gzipSync } from 'node:zlib';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { paraglideVitePlugin } from '@inlang/paraglide-js';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';
import { gaps } from './languages';

const OUT = '../src/purrlor/server/client';
/** What is kept for times without a network: everything but letters that are seldom needed. */
const KEPT = /^assets\/.*\.(js|css)$/;
const PUBLIC = ['icon.svg', 'icon-your-turn.svg', 'icon-192.png', 'manifest.webmanifest'];
const FIRST_FONTS = /-latin-wght-normal-.*\.woff2$/;
const TEXT = /\.(html|js|css|svg|json|webmanifest)$/;

/** Compresses once, at build time, what the server would have to compress for each visitor. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    closeBundle() {
      for (const entry of readdirSync(OUT, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !TEXT.test(entry.name)) continue;
        const path = join(entry.parentPath, entry.name);
        const body = readFileSync(path);
        for (const [suffix, packed] of [
          ['.br', brotliCompressSync(body)],
          ['.gz', gzipSync(body, { level: 9 })],
        ] as const) {
          // A few words become longer.
          if (packed.length < body.length) writeFileSync(path + suffix, packed);
        }
      }
    },
  };
}

/** Lets the letters come with the first request, not after the styles have been read. */
function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((name) => FIRST_FONTS.test(name))
          .map((name) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${name}` },
            injectTo: 'head',
          })),
    },
  };
}

/** Tells the service worker which files make up this version. */
function fillServiceWorker(): Plugin {
  return {
    name: 'fill-service-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const worker = bundle['sw.js'];
      if (worker?.type !== 'chunk') throw new Error('The build made no service worker.');
      const files = Object.keys(bundle).filter((name) => KEPT.test(name) || FIRST_FONTS.test(name));
      const all = [...files, ...PUBLIC].map((name) => `/${name}`).sort();
      const digest = createHash('sha256').update(JSON.stringify(all));
      for (const name of [...PUBLIC, '../index.html']) digest.update(readFileSync(join('public', name)));
      worker.code = worker.code
        .replaceAll('__FILES__', JSON.stringify(all))
        .replaceAll('__VERSION__', JSON.stringify(digest.digest('hex').slice(0, 12)));
    },
  };
}

/** A message that one language lacks fails the build. */
function wholeLanguages(): Plugin {
  return {
    name: 'whole-languages',
    apply: 'build',
    buildStart() {
      const found = gaps();
      if (found.length) this.error(`Messages are missing or differ:\n${found.join('\n')}`);
    },
  };
}

export default defineConfig({
  plugins: [
    // Vitest would wait for its watcher; the messages are compiled by then.
    process.env.VITEST ? [] : paraglideVitePlugin({
      project: './project.inlang',
      outdir: './src/paraglide',
      strategy: ['localStorage', 'preferredLanguage', 'baseLocale'],
      emitTsDeclarations: true,
    }),
    wholeLanguages(),
    svelte(),
    preloadFonts(),
    fillServiceWorker(),
    precompress(),
  ],
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: 'index.html', sw: 'src/sw.ts' },
      output: { entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js') },
    },
  },
  server: { proxy: { '/api': { target: process.env.PURRLOR_SERVER ?? 'http://127.0.0.1:8080', ws: true } } },
});
