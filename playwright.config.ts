import { defineConfig } from '@playwright/test'
import './test/compile-cache.ts'
import type { Chromium } from './test/e2e/chromium.ts'
import { storySite } from './test/e2e/site.ts'

// Set by the global setup, and read when a worker loads this file.
const { STORY_CHROMIUM } = process.env
const chromium: Partial<Chromium> = STORY_CHROMIUM ? JSON.parse(STORY_CHROMIUM) : {}

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: './test/e2e/setup.ts',
  outputDir: 'test-results',
  // One browser for each of two cores; each has a product of its own (test/e2e/setup.ts).
  workers: 2,
  // A busy machine takes 20 s to look at five pages in both themes.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // Told again when it failed, and then named as flaky at the end: browser, server and database share two cores with
  // whatever else the machine does. What fails twice fails.
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  use: {
    baseURL: storySite()?.url,
    launchOptions: chromium,
    permissions: ['clipboard-read', 'clipboard-write'],
    screenshot: 'only-on-failure',
    // A trace costs a fifth of a story's time: it is written where one failed and is told again.
    trace: 'on-first-retry',
  },
})
