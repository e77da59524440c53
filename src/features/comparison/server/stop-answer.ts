import { sql } from 'kysely'
import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import type { Db } from '#platform/database/db.ts'
import { notFound } from '#platform/errors.ts'
import { isId } from '#platform/ids.ts'
import { letterAt } from '../rules.ts'
import type { ComparisonContext } from './comparison-context.ts'
import type { ComparisonRun, Participant } from './comparison-run.ts'

/** How often a run checks the database for requests to stop, in ms. Another process may have stored them. */
const pollMs = 700

/**
 * Requests that one model of a member's own running comparison stop. `name` is the model's id or its letter. Throws
 * AppError not_found.
 */
export async function stopAnswer(db: Db, member: Member, id: string, name: string): Promise<void> {
  const answers = isId(id)
    ? await db
        .selectFrom('comparisonAnswers')
        .select(['place', 'model'])
        .where('userId', '=', member.id)
        .where('comparisonId', '=', id)
        .execute()
    : []
  const answer = answers.find(({ place, model }) => model === name || letterAt(place) === name)
  if (!answer) throw notFound(t('This answer'))
  await sql`
    update comparison_answers set stop_asked = true
    where user_id = ${member.id} and comparison_id = ${id} and place = ${answer.place} and status = 'running'`.execute(
    db,
  )
}

/**
 * Watches for stop requests while a comparison runs. Returns `signalOf`, which returns the signal that stops a
 * participant, and `end`, which stops watching.
 */
export function watchStops({ db, streams }: ComparisonContext, { member, id, participants }: ComparisonRun) {
  const stops = new Map(participants.map(({ place }) => [place, new AbortController()]))
  let timer: NodeJS.Timeout | undefined
  let hasEnded = false

  async function poll() {
    try {
      const { rows } = await sql<{ place: number }>`
        select place from comparison_answers
        where user_id = ${member.id} and comparison_id = ${id} and stop_asked`.execute(db)
      for (const { place } of rows) stops.get(place)?.abort()
    } catch (error) {
      streams.log.error({ error: String(error) }, 'a comparison could not check for stop requests')
    }
    if (!hasEnded) timer = setTimeout(poll, pollMs)
  }
  timer = setTimeout(poll, pollMs)

  return {
    signalOf: ({ place }: Participant): AbortSignal => (stops.get(place) as AbortController).signal,
    end() {
      hasEnded = true
      clearTimeout(timer)
    },
  }
}
