import { defineConfig } from 'vitest/config'

/** For scripts/mutate.ts and scripts/check-security.ts, which pass the tests in MUTATE_TESTS. */
export default defineConfig({
  test: {
    include: JSON.parse(process.env.MUTATE_TESTS ?? '[]'),
    globalSetup: ['test/postgres.ts'],
    // The product is loaded once for all mutants instead of once per test file and mutant: 2 seconds of CPU instead of 11.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
