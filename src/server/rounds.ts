import { markAllLikeness } from '#features/catalogue/server/mark-likeness.ts'
import { purgePrompts } from '#features/catalogue/server/purge-prompts.ts'
import { renewCredits } from '#features/catalogue/server/renew-credits.ts'
import { renewExcerpts } from '#features/catalogue/server/renew-excerpts.ts'
import { renewSearchVectors } from '#features/catalogue/server/renew-search-vectors.ts'
import { foldViews } from '#features/views/server/fold-views.ts'
import { foldCopies } from '#features/worksheet/server/fold-copies.ts'
import type { createContentWatch } from './content-watch.ts'
import type { Db } from './platform/db.ts'
import { repeat } from './repeat.ts'
import type { RequestLog } from './request-log.ts'
import type { createServices } from './services.ts'

/** Another process's write shows within two of these, in ms. */
const watchMs = 1_000
/** Copies show in totals after at most this, in ms (contract: 60 s with the page's own age). */
const foldMs = 15_000
/** Jobs that couldn't begin are begun again after so long, in ms; once begun, this does nothing. */
const startJobsMs = 30_000
/** How often what is due is deleted, and what an older version stored is made findable, in ms. */
const tidyMs = 6 * 60 * 60_000

type Context = {
  db: Db
  watch: ReturnType<typeof createContentWatch>
  services: ReturnType<typeof createServices>
  log: RequestLog
}

/** Starts what a server does again and again. Gives the function that ends it. */
export function startRounds({ db, watch, services, log }: Context): () => void {
  const rounds = [
    repeat(watchMs, watch.check, log),
    repeat(foldMs, () => foldCopies(db, new Date()), log),
    repeat(tidyMs, () => purgePrompts(db, new Date()), log),
    repeat(tidyMs, () => markAllLikeness(db), log),
    repeat(tidyMs, () => renewExcerpts(db), log),
    repeat(tidyMs, () => renewCredits(db), log),
    repeat(tidyMs, () => renewSearchVectors(db), log),
    repeat(foldMs, () => foldViews(db, services.views), log),
    repeat(startJobsMs, services.jobs.start, log),
  ]
  return () => {
    for (const round of rounds) round.stop()
  }
}
