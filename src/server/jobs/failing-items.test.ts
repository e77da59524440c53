import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { excerptRenewal, filterRenewal, searchRenewal } from '#features/catalogue/server/stored/prompt-renewals.ts'
import { renewStored } from '#features/catalogue/server/stored/renew-stored.ts'
import { similarityBandRenewal } from '#features/catalogue/server/stored/store-similarity-bands.ts'
import { applyTallies } from '#features/catalogue/server/vote-tallies.ts'
import { deliverEvents } from '#features/notifications/server/deliver-events.ts'
import { recordEvent } from '#features/notifications/server/record-event.ts'
import { sendRegularEmails } from '#features/notifications/server/send-regular-emails.ts'
import { aggregateViews } from '#features/views/server/aggregate-views.ts'
import { createViewCounter } from '#features/views/server/count-view.ts'
import { releaseMatureVotes } from '#features/votes/server/release-votes.ts'
import { aggregateCopies } from '#features/worksheet/server/aggregate-copies.ts'
import { type Db, inTransaction } from '#platform/database/db.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'

let testSite: TestSite
let db: Db
let prompts: string[]
let members: string[]
const now = new Date('2026-11-23T12:00:00Z')
beforeAll(async () => {
  testSite = await createTestSite({ now: () => now })
  db = testSite.db
  members = [await testSite.addUser('first'), await testSite.addUser('second')].sort()
  prompts = (await testSite.addPrompts(3)).sort()
  await sql`
    create function refuse() returns trigger language plpgsql as $$
    begin
      if to_jsonb(new) ->> tg_argv[0] = tg_argv[1] then raise 'refused'; end if;
      return new;
    end $$`.execute(db)
})
afterAll(() => testSite.close())

/** Runs a loop while every change of the row with this value fails, and expects an error that says so. */
async function runRefusing(table: string, column: string, value: string, loop: () => Promise<unknown>) {
  await sql`
    create trigger refuse before insert or update on ${sql.table(table)} for each row
    execute function refuse(${sql.lit(column)}, ${sql.lit(value)})`.execute(db)
  await expect(loop()).rejects.toThrow(/^Failed for .*: refused$/)
  await sql`drop trigger refuse on ${sql.table(table)}`.execute(db)
}

const [first, ...others] = [() => prompts[0] as string, () => prompts[1] as string, () => prompts[2] as string]
const idsOf = async (query: ReturnType<typeof sql<{ id: string }>>) =>
  (await query.execute(db)).rows.map(({ id }) => id).sort()
const otherIds = () => others.map((id) => id())

describe('one item that always fails holds up no other', () => {
  it('in the delivery of notifications', async () => {
    await inTransaction(db, async (tx) => {
      for (const subjectId of prompts)
        await recordEvent(tx, {
          ...{ kind: 'decision', outcome: 'comparison-removed', receiverIds: [members[0] as string], now },
          ...{ subjectId, promptId: subjectId, actorId: null },
        })
    })
    await runRefusing('notifications', 'thread', `decision:${first()}`, () => deliverEvents(db, () => now))
    const threads = await idsOf(sql`select thread as id from notifications`)
    expect(threads).toEqual(otherIds().map((id) => `decision:${id}`))
  })

  it('in the sending of digests', async () => {
    await sql`update users set email_verified = true, email = username || '@example.test'`.execute(db)
    for (const userId of members)
      await sql`
        insert into notification_receivers (user_id, digest, digested_week) values (${userId}, true, '2026-11-02')
        on conflict (user_id) do update set digest = true, digested_week = '2026-11-02'`.execute(db)
    const context = { ...testSite, sendsEmail: true, siteName: 'Site', origin: () => 'https://example.test' }
    await runRefusing('notification_receivers', 'user_id', members[0] as string, () => sendRegularEmails(context))
    expect(
      await idsOf(sql`select user_id as id from notification_receivers where digested_week > '2026-11-02'`),
    ).toEqual([members[1]])
  })

  it.each([
    ['excerpts', excerptRenewal, 'excerpt_version'],
    ['filters', filterRenewal, 'filters_version'],
    ['search columns', searchRenewal, 'search_version'],
  ])('in the renewal of %s', async (_, renewal, column) => {
    await sql`update prompts set ${sql.id(column)} = 0`.execute(db)
    await runRefusing('prompts', 'id', first(), () => renewStored(db, renewal))
    expect(await idsOf(sql`select id from prompts where ${sql.id(column)} > 0`)).toEqual(otherIds())
  })

  it('in the renewal of similarity bands', async () => {
    await sql`delete from prompt_bands`.execute(db)
    await runRefusing('prompt_bands', 'prompt_id', first(), () => renewStored(db, similarityBandRenewal))
    expect(await idsOf(sql`select prompt_id as id from prompt_bands`)).toEqual(otherIds())
  })

  it('in the release of votes and the update of ratings', async () => {
    await sql`
      insert into votes (user_id, prompt_id, value, voted_at, held_until)
      select ${members[1]}, id, 1, ${now}, ${now} from prompts`.execute(db)
    await runRefusing('votes', 'prompt_id', first(), () => releaseMatureVotes(db, now))
    expect(await idsOf(sql`select prompt_id as id from votes where held_until is null`)).toEqual(otherIds())
    await releaseMatureVotes(db, now)
    await runRefusing('prompts', 'id', first(), () => applyTallies(db, now))
    expect(await idsOf(sql`select id from prompts where votes_up = 1`)).toEqual(otherIds())
  })

  it('in the aggregation of copies and views', async () => {
    await sql`
      insert into prompt_copies (prompt_id, visitor, copied_at, folded)
      select id, '\\x01', ${now}, false from prompts`.execute(db)
    await runRefusing('prompts', 'id', first(), () => aggregateCopies(db, now))
    expect(await idsOf(sql`select id from prompts where copies > 0`)).toEqual(otherIds())
    const counter = createViewCounter()
    for (const promptId of prompts)
      counter.count({ kind: 'visitor', address: '192.0.2.1', browser: 'Firefox' }, { promptId, source: 'lists' }, now)
    await runRefusing('prompt_views_daily', 'prompt_id', first(), () => aggregateViews(db, counter))
    expect(await idsOf(sql`select prompt_id as id from prompt_views_daily`)).toEqual(otherIds())
    expect(counter.takeAll().map(({ promptId }) => promptId)).toEqual([first()])
  })
})
