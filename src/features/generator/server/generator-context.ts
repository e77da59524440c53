import type { CreditContext } from '#features/credits/server/credit-context.ts'
import type { Models } from '#features/models/server/create-models.ts'
import type { RunLimit } from '#features/models/server/run-limit.ts'
import type { SearchContext } from '#features/search/server/search-queries.ts'
import type { Platform } from '#platform/api.ts'
import type { StreamContext } from '#platform/work/event-stream.ts'
import type { GenerationBatches } from './batch-generations.ts'

/** What the generator depends on. */
export type GeneratorContext = Platform &
  SearchContext & {
    models: Models
    /** Limits how many runs a member may have in progress. */
    runs: RunLimit
    batches: GenerationBatches
    /** Returns the slugs of all categories. */
    readCategories: () => Promise<string[]>
    credits: CreditContext
    streams: StreamContext
  }
