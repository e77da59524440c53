import { defineConfig } from 'vitest/config'
import './test/compile-cache.ts'

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'docs/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/postgres.ts'],
    // Half of the time goes by waiting for processes and clocks; by itself Vitest leaves one of two cores out.
    maxWorkers: 2,
    // Loading the product takes three seconds; files that share a worker load it once, not 170 times.
    isolate: false,
    // Only ends what hangs: on a machine with ten times the work, a test of two seconds takes half a minute, and one of
    // twenty seconds more than three.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})
