import type { CreditContext } from '#features/credits/server/credit-context.ts'
import type { Models } from '#features/models/server/create-models.ts'
import type { RunLimit } from '#features/models/server/run-limit.ts'
import type { Platform } from '#platform/api.ts'
import type { StreamContext } from '#platform/work/event-stream.ts'

/** What runs depend on, including runs that a job starts. */
export type RunContext = Pick<Platform, 'db' | 'now'> & {
  models: Models
  /** Limits how many runs a member may have in progress, and how many unpaid answers they may cause. */
  runs: RunLimit
  credits: CreditContext
  streams: StreamContext
}

/** What the endpoints of tests depend on. */
export type TestContext = Platform & RunContext
