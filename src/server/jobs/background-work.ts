import { aggregateFilterCounts } from '#features/catalogue/server/filter-counts.ts'
import {
  creditedNameRenewal,
  excerptRenewal,
  filterRenewal,
  searchRenewal,
} from '#features/catalogue/server/prompt-renewals.ts'
import { renewStored } from '#features/catalogue/server/renew-stored.ts'
import { similarityBandRenewal } from '#features/catalogue/server/store-similarity-bands.ts'
import { applyTallies } from '#features/catalogue/server/vote-tallies.ts'
import { hiddenCharacterRenewal } from '#features/change-requests/server/request-columns.ts'
import { collectionSearchRenewal } from '#features/collections/server/renew-collection-search.ts'
import { renewCardPictures } from '#features/examples/server/renew-card-pictures.ts'
import type { ModelFinder } from '#features/models/server/create-model-finder.ts'
import { toolSearchRenewal } from '#features/tools/server/renew-tool-search.ts'
import { aggregateViews } from '#features/views/server/aggregate-views.ts'
import { aggregateCopies } from '#features/worksheet/server/aggregate-copies.ts'
import type { Db } from '#platform/db.ts'
import type { Log } from '#platform/log-fields.ts'
import type { createContentWatch } from '../pages/content-watch.ts'
import type { createServices } from '../start/services.ts'

/** How often to check for changes that other processes made, in ms. A change is visible after at most two checks. */
const watchMs = 1_000
/** How often new counts of copies, views and filters are added to the stored totals, in ms. */
const aggregateMs = 15_000
/** How often new votes are applied to the order of lists, in ms. The numbers of votes shown are always exact. */
const tallyMs = 2_000
/** How often to try to start the job queue, in ms. The attempt does nothing if the queue is running. */
const startJobsMs = 30_000
/** How often to look for a program that runs Llama on this machine, in ms. */
const findLlamaMs = 5 * 60_000
/** How often to check whether the list of OpenRouter's models is too old, in ms. */
const modelListMs = 60_000
/** How often to look for prompts without an embedding, in ms. */
const embedMs = 15_000
/** How often to update what older rules computed for stored content, in ms. */
const maintenanceMs = 6 * 60 * 60_000
/**
 * How often to remove pictures from cards while EXAMPLES is off, in ms. A moderator's decision may still add a picture.
 */
const removePicturesMs = 60_000

const renewals = [
  excerptRenewal,
  filterRenewal,
  creditedNameRenewal,
  searchRenewal,
  toolSearchRenewal,
  similarityBandRenewal,
  collectionSearchRenewal,
  hiddenCharacterRenewal,
]

type Context = {
  db: Db
  watch: ReturnType<typeof createContentWatch>
  services: ReturnType<typeof createServices>
  modelFinder: ModelFinder
  /** Whether examples are shown (EXAMPLES). */
  showsExamples: boolean
  log: Log
}

/** Starts the work that a server does periodically. Returns a function that stops it. */
export function startBackgroundWork({ db, watch, services, modelFinder, showsExamples, log }: Context): () => void {
  const tasks = [
    repeat(watchMs, watch.check, log),
    repeat(aggregateMs, () => aggregateCopies(db, new Date()), log),
    repeat(tallyMs, () => applyTallies(db, new Date()), log),
    ...renewals.map((renewal) => repeat(maintenanceMs, () => renewStored(db, renewal), log)),
    repeat(showsExamples ? maintenanceMs : removePicturesMs, () => renewCardPictures(db, showsExamples), log),
    repeat(aggregateMs, () => aggregateFilterCounts(db), log),
    repeat(aggregateMs, () => aggregateViews(db, services.views), log),
    repeat(embedMs, services.sentences.embedWaitingPrompts, log),
    repeat(findLlamaMs, modelFinder.findLocal, log),
    repeat(modelListMs, modelFinder.updateList, log),
    repeat(startJobsMs, services.jobs.start, log),
  ]
  return () => {
    for (const task of tasks) task.stop()
  }
}

/**
 * Runs `work` immediately, and again `ms` after each time it ends, until stopped. Logs only the first of several
 * failures in a row, so that an unavailable database doesn't fill the log.
 */
function repeat(ms: number, work: () => Promise<unknown>, log: Pick<Log, 'warn'>): { stop(): void } {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let isFailing = false

  async function run() {
    try {
      await work()
      isFailing = false
    } catch (error) {
      if (!isFailing && !isStopped)
        log.warn({ error: (error as Error).message }, 'background work failed, trying again')
      isFailing = true
    }
    if (!isStopped) timer = setTimeout(run, ms)
  }

  void run()
  return {
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
