import type { CreditContext } from '#features/credits/server/credit-context.ts'
import type { Models } from '#features/models/server/create-models.ts'
import type { RunLimit } from '#features/models/server/run-limit.ts'
import type { Platform } from '#platform/api.ts'
import type { StreamContext } from '#platform/work/event-stream.ts'

/** What the functions of this feature depend on. */
export type ComparisonContext = Platform & {
  models: Models
  /** Limits how many runs a member may have at the same time. */
  runs: RunLimit
  credits: CreditContext
  streams: StreamContext
}
