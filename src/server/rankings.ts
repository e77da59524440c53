import { refreshPeriods } from '#features/contributors/server/refresh-periods.ts'
import { choosePicks } from '#features/votes/server/choose-picks.ts'
import { releaseMatureVotes } from '#features/votes/server/release-votes.ts'
import type { Db } from './platform/db.ts'
import type { Jobs } from './platform/jobs.ts'

/** Schedules the updates of rankings: votes that are old enough now, community picks, contributor boards. */
export function scheduleRankings(jobs: Jobs, { db, now }: { db: Db; now: () => Date }): void {
  jobs.every('release-votes', '* * * * *', async () => {
    while ((await releaseMatureVotes(db, now())) > 0);
  })
  jobs.every('community-picks', '*/10 * * * *', async () => {
    await choosePicks(db, now())
  })
  jobs.every('contributor-boards', '*/5 * * * *', () => refreshPeriods(db, now()))
}
