import { defineConfig } from 'vitest/config'
// Lets the programs that tests start cache their compiled TypeScript.
import './test/compile-cache.ts'

export default defineConfig({
  test: {
    include: [
      'src/**/*.test.{ts,tsx}',
      'scripts/**/*.test.ts',
      'lab/**/*.test.ts',
      'docs/**/*.test.ts',
      'test/**/*.test.ts',
    ],
    globalSetup: ['test/postgres.ts'],
    // By default, Vitest would use only one of two cores. A third worker wouldn't save any time.
    maxWorkers: 2,
    // Loading the product takes three seconds. Test files that share a worker load it only once.
    isolate: false,
    // These time-outs only end tests that hang. On a very busy machine, a test of two seconds takes half a minute, and
    // one of twenty seconds more than three minutes.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 240_000, interval: 20 } },
  },
})
