import { aggregateFilterCounts } from '#features/catalogue/server/filter-counts.ts'
import {
  creditedNameRenewal,
  excerptRenewal,
  filterRenewal,
  searchRenewal,
} from '#features/catalogue/server/stored/prompt-renewals.ts'
import { renewStored } from '#features/catalogue/server/stored/renew-stored.ts'
import { similarityBandRenewal } from '#features/catalogue/server/stored/store-similarity-bands.ts'
import { applyTallies } from '#features/catalogue/server/vote-tallies.ts'
import { hiddenCharacterRenewal } from '#features/change-requests/server/request-columns.ts'
import { collectionSearchRenewal } from '#features/collections/server/renew-collection-search.ts'
import { renewExampleResults } from '#features/examples/server/renew-example-results.ts'
import type { ModelFinder } from '#features/models/server/create-model-finder.ts'
import { renewResults } from '#features/showcase/server/renew-results.ts'
import { toolSearchRenewal } from '#features/tools/server/renew-tool-search.ts'
import { aggregateViews } from '#features/views/server/aggregate-views.ts'
import { aggregateCopies } from '#features/worksheet/server/aggregate-copies.ts'
import type { Db } from '#platform/database/db.ts'
import type { Log } from '#platform/log-fields.ts'
import type { createContentWatch } from '../pages/content-watch.ts'
import type { createServices } from '../start/services.ts'

/** How often to check for changes that other processes made, in ms. A change is visible after at most two checks. */
const watchMs = 1_000
/** How often new counts of copies, views and filters are added to the stored totals, in ms. */
const aggregateMs = 15_000
/** How often new votes are applied to the order of lists, in ms. The numbers of votes shown are always exact. */
const tallyMs = 2_000
/** How often to try to start the job queue, in ms. If it is running, this confirms its schedules. */
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

const renewals = {
  excerpts: excerptRenewal,
  filters: filterRenewal,
  'credited names': creditedNameRenewal,
  'search words': searchRenewal,
  'search words of tools': toolSearchRenewal,
  'similar prompts': similarityBandRenewal,
  'search words of collections': collectionSearchRenewal,
  'hidden characters': hiddenCharacterRenewal,
}

/** The work of this process whose last run failed: its name and the error. */
export type FailingWork = Map<string, string>

type Context = {
  db: Db
  watch: ReturnType<typeof createContentWatch>
  services: ReturnType<typeof createServices>
  modelFinder: ModelFinder
  /** Whether examples are shown (EXAMPLES). */
  showsExamples: boolean
  /** Work is in here from a failed run until it succeeds. */
  failingWork: FailingWork
  log: Pick<Log, 'warn'>
}

/** Starts the work that a server does periodically. Returns a function that stops it. */
export function startBackgroundWork(context: Context): () => void {
  const { db, watch, services, modelFinder, showsExamples } = context
  const start = (name: string, ms: number, work: () => Promise<unknown>) => repeat({ name, ms, work }, context)
  const tasks = [
    start('changes of other processes', watchMs, watch.check),
    start('copies', aggregateMs, () => aggregateCopies(db, new Date())),
    start('vote tallies', tallyMs, () => applyTallies(db, new Date())),
    ...Object.entries(renewals).map(([name, renewal]) => start(name, maintenanceMs, () => renewStored(db, renewal))),
    start('pictures of cards', showsExamples ? maintenanceMs : removePicturesMs, () =>
      renewExampleResults(db, showsExamples),
    ),
    start('results of prompts', maintenanceMs, () => renewResults(db)),
    start('filter counts', aggregateMs, () => aggregateFilterCounts(db)),
    start('views', aggregateMs, () => aggregateViews(db, services.views)),
    start('embeddings', embedMs, services.sentences.embedWaitingPrompts),
    start('local models', findLlamaMs, modelFinder.findLocal),
    start('model list', modelListMs, modelFinder.updateList),
    start('job queue', startJobsMs, services.jobs.start),
  ]
  return () => {
    for (const task of tasks) task.stop()
  }
}

/**
 * Runs `work` immediately, and again `ms` after each time it ends, until stopped. Logs only the first of several
 * failures in a row, so that an unavailable database doesn't fill the log.
 */
function repeat(
  { name, ms, work }: { name: string; ms: number; work: () => Promise<unknown> },
  { failingWork, log }: Pick<Context, 'failingWork' | 'log'>,
): { stop(): void } {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  async function run() {
    try {
      await work()
      failingWork.delete(name)
    } catch (error) {
      const { message } = error as Error
      if (!failingWork.has(name) && !isStopped)
        log.warn({ work: name, error: message }, 'background work failed, trying again')
      failingWork.set(name, message)
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
