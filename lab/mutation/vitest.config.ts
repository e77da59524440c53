import { defineConfig } from 'vitest/config'

/**
 * The configuration for `lab/mutation/mutate.ts` and `lab/security/check-security.ts`, which list the test files to run in
 * MUTATE_TESTS.
 */
export default defineConfig({
  test: {
    include: JSON.parse(process.env.MUTATE_TESTS ?? '[]'),
    globalSetup: ['test/postgres.ts'],
    // The product is loaded once for all mutants, not once per test file and mutant. This takes 2 seconds of CPU time,
    // not 11.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
