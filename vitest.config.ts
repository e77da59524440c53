import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
// Lets the programs that tests start cache their compiled TypeScript.
import './test/compile-cache.ts'

const files = [
  'src/**/*.test.{ts,tsx}',
  'scripts/**/*.test.ts',
  'lab/**/*.test.ts',
  'docs/**/*.test.ts',
  'test/**/*.test.ts',
]

/** Tests that measure CPU time. Beside others, or after them in the same process, collecting garbage is measured too. */
const isMeasuring = (file: string) =>
  /cpu-time\.ts'|slow-calls\.ts'/.test(readFileSync(join(import.meta.dirname, file), 'utf8'))
const { measuring = [], shared = [] } = Object.groupBy(
  globSync(files, { cwd: import.meta.dirname, exclude: ['**/node_modules'] }),
  (file) => (isMeasuring(file) ? 'measuring' : 'shared'),
)

export default defineConfig({
  test: {
    // These time-outs only end tests that hang. On a very busy machine, a test of two seconds takes half a minute, and
    // one of twenty seconds more than three minutes.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 240_000, interval: 20 } },
    globalSetup: ['test/postgres.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: shared,
          // By default, Vitest would use only one of two cores. A third worker wouldn't save any time.
          maxWorkers: 2,
          // Loading the product takes three seconds. Test files that share a worker load it only once.
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'measuring', include: measuring, maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
    ],
  },
})
