import { sql } from 'kysely'
import type { Db } from '#platform/database/db.ts'
import type { Jobs } from '#platform/work/jobs.ts'
import { checkLink, type LinkResult } from './check-link.ts'

/** How many links one run of the job checks, one after the other. */
const linksPerRun = 20
const hourMs = 3_600_000
/** How long a link that works isn't checked again, and one that failed, in ms. */
const [recheckMs, retryMs] = [7 * 24 * hourMs, 24 * hourMs]
/** A run starts no further check after this time, in ms. */
const runMs = 5 * 60_000
/** A link counts as dead after this many checks in a row have failed, each a day after the one before. */
export const failuresMax = 3

/** Schedules the checks, a few links at a time. */
export function scheduleLinkChecks({ jobs, db, now }: { jobs: Jobs; db: Db; now: () => Date }): void {
  jobs.every('tool-links', '*/10 * * * *', () => checkLinks(db, now()))
}

type Check = (url: string) => Promise<LinkResult>

/**
 * Checks the links of the tools that are due, and stores what it found for admins. If no address can be reached, this
 * server has no way to the internet, and nothing is stored.
 */
export async function checkLinks(db: Db, now: Date, check: Check = checkLink): Promise<void> {
  const due = await db
    .selectFrom('tools')
    .select(['id', 'url'])
    .where((eb) =>
      eb.or([
        eb('linkCheckedAt', 'is', null),
        eb('linkCheckedAt', '<', new Date(now.getTime() - recheckMs)),
        eb.and([eb('linkFailures', '>', 0), eb('linkCheckedAt', '<', new Date(now.getTime() - retryMs))]),
      ]),
    )
    .orderBy('linkCheckedAt', (order) => order.asc().nullsFirst())
    .orderBy('id')
    .limit(linksPerRun)
    .execute()
  const results: { id: string; url: string; result: LinkResult }[] = []
  const end = performance.now() + runMs
  for (const { id, url } of due) if (performance.now() < end) results.push({ id, url, result: await check(url) })
  if (results.length === 0) return
  if (results.every(({ result }) => result.state === 'unreachable') && !(await isOnline(db, check))) return
  for (const { id, url, result } of results) {
    const failed = result.state === 'dead' || result.state === 'unreachable'
    await db
      .updateTable('tools')
      .set({
        linkCheckedAt: now,
        linkFailures: failed ? sql`least(link_failures + 1, 1000)` : 0,
        linkProblem: failed ? result.problem : null,
      })
      .where('id', '=', id)
      // An admin may have changed the address in the meantime.
      .where('url', '=', url)
      .execute()
  }
}

/** Whether the link that was the last to work can be reached. If none ever was, this server counts as offline. */
async function isOnline(db: Db, check: Check): Promise<boolean> {
  const known = await db
    .selectFrom('tools')
    .select('url')
    .where('linkCheckedAt', 'is not', null)
    .where('linkFailures', '=', 0)
    .orderBy('linkCheckedAt', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return known !== undefined && (await check(known.url)).state !== 'unreachable'
}
