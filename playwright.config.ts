import { defineConfig } from '@playwright/test'
import './test/compile-cache.ts'
import type { Chromium } from './test/e2e/chromium.ts'
import { storySite } from './test/e2e/site.ts'

// The global setup stores Chromium's path and flags in STORY_CHROMIUM as JSON, and each worker reads it from there.
const { STORY_CHROMIUM } = process.env
const chromium: Partial<Chromium> = STORY_CHROMIUM ? JSON.parse(STORY_CHROMIUM) : {}

/**
 * Files of stories that take a long time or need a separate site. They start first, because the other workers would
 * have to wait for them if they started last.
 */
const longFiles = [
  'languages',
  'workers',
  'operations',
  'comparison',
  'moderation',
  'prompt-life',
  'operator',
  'closed-site',
  'writing',
  'plain-http',
  'plain-http-comparison',
  'billing',
  'branding',
  'company',
  'connections',
].map((name) => `**/${name}.e2e.ts`)

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: './test/e2e/setup.ts',
  outputDir: 'test-results',
  // Four browsers share two cores, because each of them often waits. Each has its own server (test/e2e/setup.ts).
  workers: 4,
  projects: [
    { name: 'long', testMatch: longFiles },
    { name: 'others', testIgnore: longFiles },
  ],
  // Only a story that hangs reaches this limit. On a busy machine it takes 20 s to open five pages in both themes.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  // A failed story is run again and reported as flaky if it then passes, because the browser, the server and the
  // database share two cores with other work on the machine. A story that fails twice fails.
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  use: {
    // The site of this worker. Playwright's main process has none.
    baseURL: storySite()?.url,
    launchOptions: chromium,
    permissions: ['clipboard-read', 'clipboard-write'],
    screenshot: 'only-on-failure',
    // A trace makes a story slower by a fifth, so it is only recorded when a failed story is run again.
    trace: 'on-first-retry',
  },
})
