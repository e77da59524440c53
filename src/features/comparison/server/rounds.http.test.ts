import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { inTransaction } from '#platform/database/db.ts'
import { newId } from '#platform/ids.ts'
import { createLimits } from '#platform/limits.ts'
import { type CompareSite, comparisonIdIn, createCompareSite } from '#test/compare-site.ts'
import { memberOf } from '#test/test-site.ts'
import { type RoundOutcome, roundsPerMember } from '../round-rules.ts'
import { answerRound } from './answer-round.ts'
import { correctRoundVotes } from './correct-round-votes.ts'
import { eraseComparisons } from './delete-comparisons.ts'
import { readBallots } from './leaderboard-queries.ts'
import { undoSomeComparisonsOf } from './undo-comparisons.ts'

/** This site's fake models `steady`, `writer` and `hostile` answer every question (test/compare-site.ts). */
let testSite: CompareSite
let owner: string
let me: string

beforeAll(async () => {
  testSite = await createCompareSite()
})
beforeEach(async () => {
  await testSite.db.updateTable('comparisons').set({ publishedAt: null }).execute()
  owner = await testSite.member()
  me = await testSite.member()
})
afterAll(() => testSite.close())

async function publish(models = ['steady', 'writer'], as = owner) {
  const prompt = await testSite.addPrompt()
  const run = await testSite.compare(as, { content: undefined, promptId: prompt.id, models })
  const id = comparisonIdIn(await run.events())
  await testSite.post(`/api/comparisons/${id}/publish`, as)
  return { id, prompt }
}

const draw = async (as = me) => (await testSite.post('/api/blind-rounds', as)).body.round
const answer = (id: string, outcome: RoundOutcome, as = me) =>
  testSite.post(`/api/blind-rounds/${id}/vote`, as, { outcome })
const roundOf = (id: string) =>
  testSite.db.selectFrom('blindRounds').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const votesOf = (userId: string) =>
  testSite.db.selectFrom('comparisonVotes').selectAll().where('userId', '=', userId).orderBy('votedAt').execute()

/** Records so many passed checks for the member that their votes in the next rounds count. */
async function makeAttentive(userId = me) {
  const record = { passed: 1_000, failed: 0 }
  await testSite.db
    .insertInto('attentionChecks')
    .values({ userId, ...record })
    .execute()
}

/** Passes any attention checks, and returns the first round that isn’t one. */
async function drawVote(as = me) {
  for (;;) {
    const round = await draw(as)
    const { attention } = await roundOf(round.id)
    if (attention === null) return round
    await answer(round.id, attention === 'same' ? 'tie' : attention === 'cut_left' ? 'b' : 'a', as)
  }
}

describe('a blind round', () => {
  it('shows two answers of somebody else’s published comparison without names, and doesn’t change until it is answered', async () => {
    await makeAttentive()
    const { id, prompt } = await publish()
    const round = await drawVote()
    expect(Object.keys(round).sort()).toEqual(['answers', 'id', 'prompt'])
    expect(JSON.stringify(round)).not.toMatch(new RegExp(`steady|writer|${id}|${prompt.slug}`))
    expect((await draw()).answers).toEqual(round.answers)
    expect(await draw(owner)).toBeNull()
    const result = (await answer(round.id, 'a')).body
    expect(result).toMatchObject({ check: null, counts: true, comparison: { id, prompt: { slug: prompt.slug } } })
    expect(result.comparison.answers.map(({ text }: { text: string }) => text)).toEqual(round.answers)
    expect(result.comparison.answers.map(({ model }: { model: string }) => model).sort()).toEqual(['steady', 'writer'])
    expect(await draw()).toBeNull()
  })

  it('stores one vote, on the two models that were shown, and refuses any further choice', async () => {
    await makeAttentive()
    const { id } = await publish(['steady', 'writer', 'hostile'])
    const before = await readBallots(testSite.db, {})
    const round = await drawVote()
    const responses = await Promise.all([answer(round.id, 'b'), answer(round.id, 'b'), answer(round.id, 'tie')])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const [vote] = await votesOf(me)
    expect(vote).toMatchObject({ comparisonId: id, counts: true, shown: expect.any(Array) })
    expect(vote?.shown).toHaveLength(2)
    const total = (ballots: typeof before) => ballots.reduce((sum, { count }) => sum + count, 0)
    const after = await readBallots(testSite.db, {})
    expect(total(after)).toBe(total(before) + 1)
    const ballot = after.find(({ models }) => models.join() === vote?.shown?.join())
    expect(ballot).toBeDefined()
  })

  it('isn’t drawn from a comparison that the member voted on, and its vote no longer counts once it is changed', async () => {
    await makeAttentive()
    const { id } = await publish()
    await testSite.post(`/api/comparisons/${id}/vote`, me, { outcome: 'A', blind: true })
    expect(await draw()).toBeNull()
    const other = await testSite.member()
    await makeAttentive(other)
    const round = await drawVote(other)
    await answer(round.id, 'tie', other)
    await testSite.post(`/api/comparisons/${id}/vote`, other, { outcome: 'steady' })
    expect(await votesOf(other)).toMatchObject([{ outcome: 'steady', counts: false, shown: null }])
  })

  it('stores nothing and is replaced if the member can no longer vote on its comparison', async () => {
    await makeAttentive()
    const { id } = await publish()
    const votedRound = await drawVote()
    await testSite.post(`/api/comparisons/${id}/vote`, me, { outcome: 'tie' })
    expect((await answer(votedRound.id, 'a')).body).toMatchObject({ code: 'conflict' })
    expect((await votesOf(me)).length).toBe(1)

    const second = await publish()
    const unpublishedRound = await drawVote()
    await testSite.post(`/api/comparisons/${second.id}/publish`, owner, { published: false })
    expect((await answer(unpublishedRound.id, 'a')).status).toBe(409)

    const third = await publish()
    const hiddenRound = await drawVote()
    await testSite.db.updateTable('prompts').set({ status: 'removed' }).where('id', '=', third.prompt.id).execute()
    expect((await answer(hiddenRound.id, 'a')).status).toBe(409)
    expect(await draw()).toBeNull()
  })

  it('can be skipped for good, which stores no vote and shows no names', async () => {
    await makeAttentive()
    await publish()
    const round = await drawVote()
    expect((await answer(round.id, 'skip')).body).toEqual({
      outcome: 'skip',
      check: null,
      counts: false,
      comparison: null,
    })
    expect([await draw(), await votesOf(me)]).toEqual([null, []])
  })

  it('comes from one of the comparisons with the fewest votes, so all get the same number of votes', async () => {
    const ids = [(await publish()).id, (await publish()).id, (await publish()).id]
    const drawCounts = new Map<string, number>()
    for (let i = 0; i < 6; i++) {
      const voter = await testSite.member()
      await makeAttentive(voter)
      const round = await drawVote(voter)
      const { comparisonId } = await roundOf(round.id)
      drawCounts.set(comparisonId, (drawCounts.get(comparisonId) ?? 0) + 1)
      await answer(round.id, 'none', voter)
    }
    expect(new Set(drawCounts.keys())).toEqual(new Set(ids))
    expect([...drawCounts.values()]).toEqual([2, 2, 2])
  })

  it.each([
    [0.6, 48],
    // Only 6 keys are higher, so the others are the lowest ones.
    [0.9, 12],
  ])('comes from one of the 20 comparisons whose keys follow the random number %d', async (random, expected) => {
    await makeAttentive()
    const { id } = await publish()
    const [first, ...copies] = Array.from({ length: 60 }, (_, n) => ({ id: newId(), drawKey: (n + 0.5) / 60 }))
    await testSite.db.updateTable('comparisons').set({ drawKey: first?.drawKey }).where('id', '=', id).execute()
    for (const { id: copy, drawKey } of copies) {
      await sql`insert into comparisons select (jsonb_populate_record(c, ${{ id: copy, draw_key: drawKey }}::jsonb)).*
        from comparisons c where id = ${id}`.execute(testSite.db)
      await sql`insert into comparison_answers select (jsonb_populate_record(a, ${{ comparison_id: copy }}::jsonb)).*
        from comparison_answers a where comparison_id = ${id}`.execute(testSite.db)
    }
    const randomNumber = vi.spyOn(Math, 'random').mockReturnValue(random)
    const round = await draw().finally(() => randomNumber.mockRestore())
    const { comparisonId } = await roundOf(round.id)
    expect([first, ...copies].findIndex((copy) => copy?.id === comparisonId)).toBe(expected)
  })

  it.each([
    ['changed', (id: string) => testSite.post(`/api/comparisons/${id}/vote`, me, { outcome: 'none', blind: false })],
    ['undone by a ban', () => inTransaction(testSite.db, (tx) => undoSomeComparisonsOf(tx, me))],
    ['deleted with the account', () => inTransaction(testSite.db, (tx) => eraseComparisons(tx, me))],
  ])('is drawn as if a vote on its comparison hadn’t been cast, once that vote is %s', async (_, undo) => {
    await makeAttentive()
    const { id } = await publish()
    const other = await testSite.member()
    await makeAttentive(other)
    /** Reads the stored number of votes in rounds, by which comparisons are drawn. */
    const readVoteCount = async () => {
      const query = testSite.db.selectFrom('comparisons').select('roundVotes').where('id', '=', id)
      return (await query.executeTakeFirstOrThrow()).roundVotes
    }
    for (const voter of [me, other]) await answer((await drawVote(voter)).id, 'tie', voter)
    expect(await readVoteCount()).toBe(2)
    // A vote whose outcome stays the same still belongs to its round.
    await testSite.post(`/api/comparisons/${id}/vote`, other, { outcome: 'tie', blind: false, note: 'Both are fine.' })
    await undo(id)
    expect(await readVoteCount()).toBe(1)
  })

  it('is drawn by a number of votes that a nightly check corrects', async () => {
    await makeAttentive()
    const [drifted, correct] = [(await publish()).id, (await publish()).id]
    for (const _ of [drifted, correct]) await answer((await drawVote()).id, 'tie')
    const set = (id: string, roundVotes: number) =>
      testSite.db.updateTable('comparisons').set({ roundVotes }).where('id', '=', id).execute()
    await set(drifted, 7)
    await correctRoundVotes(testSite.db)
    const rows = await testSite.db
      .selectFrom('comparisons')
      .select(['id', 'roundVotes'])
      .where('id', 'in', [drifted, correct])
      .execute()
    expect(rows.map(({ roundVotes }) => roundVotes)).toEqual([1, 1])
  })

  it('comes only from comparisons with at least two answers by language models', async () => {
    await makeAttentive()
    await publish(['steady', 'composer'])
    expect(await draw()).toBeNull()
  })

  it('can be answered only by the member who drew it, and only with a valid outcome', async () => {
    await publish()
    const round = await draw()
    expect((await answer(round.id, 'a', owner)).status).toBe(404)
    expect((await answer('nonsense', 'a')).status).toBe(404)
    expect((await testSite.post('/api/blind-rounds', undefined)).status).toBe(401)
    expect((await testSite.post(`/api/blind-rounds/${round.id}/vote`, me, { outcome: 'steady' })).status).toBe(400)
  })
})

it('a member can answer or skip 200 rounds a day, regardless of other members', async () => {
  await publish()
  const context = { ...testSite, limits: createLimits(testSite.db) }
  const skipUnknown = (as: string) => answerRound(context, memberOf(as), 'nonsense', 'skip').catch(({ code }) => code)
  const other = await testSite.member()
  await context.limits.take(roundsPerMember, me, roundsPerMember.points - 2)
  expect([await skipUnknown(me), await skipUnknown(me)]).toEqual(['not_found', 'not_found'])
  expect([await skipUnknown(me), await skipUnknown(other)]).toEqual(['rate_limited', 'not_found'])
})

describe('attention checks', () => {
  it('decide whether a member’s votes in rounds count, including earlier ones', async () => {
    await publish()
    await publish()
    await testSite.db.insertInto('attentionChecks').values({ userId: me, passed: 1, failed: 1_000 }).execute()
    const votedRound = await drawVote()
    expect((await answer(votedRound.id, 'a')).body.counts).toBe(false)
    expect((await votesOf(me)).map(({ counts }) => counts)).toEqual([false])
    const set = (record: { passed: number; failed: number }) =>
      testSite.db.updateTable('attentionChecks').set(record).where('userId', '=', me).execute()

    await set({ passed: 0, failed: 0 })
    const check = await drawCheck()
    expect((await answer(check.id, check.passing)).body).toMatchObject({ check: 'passed', comparison: null })
    await testSite.runJobs()
    expect((await votesOf(me)).map(({ counts }) => counts)).toEqual([true])

    await set({ passed: 4, failed: 1 })
    const failedCheck = await drawCheck()
    expect((await answer(failedCheck.id, failedCheck.failing)).body).toMatchObject({ check: 'failed' })
    await testSite.runJobs()
    expect((await votesOf(me)).map(({ counts }) => counts)).toEqual([false])
  })

  /** Draws a round and turns it into an attention check, with an outcome that passes it and one that fails it. */
  async function drawCheck() {
    const round = await draw()
    const { leftPlace } = await roundOf(round.id)
    await testSite.db
      .updateTable('blindRounds')
      .set({ attention: 'same', rightPlace: leftPlace })
      .where('id', '=', round.id)
      .execute()
    return { id: round.id as string, passing: 'tie' as const, failing: 'a' as const }
  }

  it('are neither passed nor failed by “both are bad”', async () => {
    await publish()
    const check = await drawCheck()
    expect((await answer(check.id, 'none')).body).toEqual({
      outcome: 'none',
      check: null,
      counts: false,
      comparison: null,
    })
    const record = () =>
      testSite.db.selectFrom('attentionChecks').selectAll().where('userId', '=', me).executeTakeFirst()
    expect((await record())?.passed ?? 0).toBe(0)
    expect((await record())?.failed ?? 0).toBe(0)
  })

  it('count once, even if they are answered repeatedly or concurrently', async () => {
    await publish()
    const check = await drawCheck()
    const statuses = await Promise.all([1, 2, 3].map(async () => (await answer(check.id, 'tie')).status))
    expect([...statuses, (await answer(check.id, 'tie')).status].sort()).toEqual([200, 409, 409, 409])
    const record = await testSite.db
      .selectFrom('attentionChecks')
      .selectAll()
      .where('userId', '=', me)
      .executeTakeFirst()
    expect(record).toMatchObject({ passed: 1, failed: 0 })
  })

  it('are drawn like other rounds and look like them', async () => {
    await publish()
    for (;;) {
      const voter = await testSite.member()
      const round = await draw(voter)
      const { attention, leftPlace, rightPlace } = await roundOf(round.id)
      if (attention === null) continue
      expect(leftPlace).toBe(rightPlace)
      expect(Object.keys(round).sort()).toEqual(['answers', 'id', 'prompt'])
      if (attention === 'same') expect(round.answers[0]).toBe(round.answers[1])
      else expect(round.answers[0].length).not.toBe(round.answers[1].length)
      return
    }
  })
})
