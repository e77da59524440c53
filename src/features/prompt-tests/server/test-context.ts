import type { CreditContext } from '#features/credits/server/credit-context.ts'
import type { Models } from '#features/models/server/create-models.ts'
import type { RunLimit } from '#features/models/server/run-limit.ts'
import type { Platform } from '#server/platform/api.ts'
import type { StreamContext } from '#server/platform/event-stream.ts'

/** The dependencies of runs, including those that a job starts. */
export type RunContext = Pick<Platform, 'db' | 'now'> & {
  models: Models
  credits: CreditContext
  streams: StreamContext
}

/** The dependencies of tests. */
export type TestContext = Platform & RunContext & { runs: RunLimit }
