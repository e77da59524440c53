import { foldFilterCounts } from '#features/catalogue/server/fold-filter-counts.ts'
import { purgePrompts } from '#features/catalogue/server/purge-prompts.ts'
import { creditRenewal } from '#features/catalogue/server/renew-credits.ts'
import { excerptRenewal } from '#features/catalogue/server/renew-excerpts.ts'
import { filterRenewal } from '#features/catalogue/server/renew-filters.ts'
import { searchRenewal } from '#features/catalogue/server/renew-search-vectors.ts'
import { renewStored } from '#features/catalogue/server/renew-stored.ts'
import { bandRenewal } from '#features/catalogue/server/store-bands.ts'
import { foldTallies } from '#features/catalogue/server/vote-tallies.ts'
import { renewCardPictures } from '#features/examples/server/renew-card-pictures.ts'
import type { ModelFinder } from '#features/models/server/create-model-finder.ts'
import { toolSearchRenewal } from '#features/tools/server/renew-tool-search.ts'
import { foldViews } from '#features/views/server/fold-views.ts'
import { foldCopies } from '#features/worksheet/server/fold-copies.ts'
import type { createContentWatch } from './content-watch.ts'
import type { Db } from './platform/db.ts'
import type { Log } from './platform/log-fields.ts'
import { repeat } from './repeat.ts'
import type { createServices } from './services.ts'

/** How often to check for writes of other processes, in ms. They show within two checks. */
const watchMs = 1_000
/** Copies show in totals after at most this, in ms (contract: 60 s with the page's own age). */
const foldMs = 15_000
/** Votes show in the order of lists after at most this, in ms; tallies themselves are always exact. */
const tallyMs = 2_000
/** How often to try to start the jobs, in ms, in case it failed. Does nothing once they run. */
const startJobsMs = 30_000
/** How often to look for Llama on this machine, in ms. */
const findLocalMs = 5 * 60_000
/** How often to look whether OpenRouter's list is too old, in ms. */
const modelListMs = 60_000
/** How often to look for prompts whose meaning isn't known yet, in ms. */
const embedMs = 15_000
/** How often to delete what is due, and to renew what an older version stored, in ms. */
const tidyMs = 6 * 60 * 60_000
/** How often to take pictures off cards while EXAMPLES is off, since a moderator's decision may put one there, in ms. */
const hiddenMs = 60_000

type Context = {
  db: Db
  watch: ReturnType<typeof createContentWatch>
  services: ReturnType<typeof createServices>
  modelFinder: ModelFinder
  /** Examples are shown (EXAMPLES). */
  showsExamples: boolean
  log: Log
}

/** Starts the periodic work of a server. Returns the function that stops it. */
export function startBackgroundWork({ db, watch, services, modelFinder, showsExamples, log }: Context): () => void {
  const tasks = [
    repeat(watchMs, watch.check, log),
    repeat(foldMs, () => foldCopies(db, new Date()), log),
    repeat(tallyMs, () => foldTallies(db, new Date()), log),
    repeat(tidyMs, () => purgePrompts(db, new Date()), log),
    ...[excerptRenewal, filterRenewal, creditRenewal, searchRenewal, toolSearchRenewal].map((renewal) =>
      repeat(tidyMs, () => renewStored(db, renewal), log),
    ),
    repeat(tidyMs, () => renewStored(db, bandRenewal()), log),
    repeat(showsExamples ? tidyMs : hiddenMs, () => renewCardPictures(db, showsExamples), log),
    repeat(foldMs, () => foldFilterCounts(db), log),
    repeat(foldMs, () => foldViews(db, services.views), log),
    repeat(embedMs, services.sentences.embedWaiting, log),
    repeat(findLocalMs, modelFinder.findLocal, log),
    repeat(modelListMs, modelFinder.updateList, log),
    repeat(startJobsMs, services.jobs.start, log),
  ]
  return () => {
    for (const task of tasks) task.stop()
  }
}
