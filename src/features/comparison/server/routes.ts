import { t } from '#lib/texts.ts'
import { requireMember } from '#platform/actor.ts'
import { type Api, createApi } from '#platform/api.ts'
import { invalidField } from '#platform/errors.ts'
import { streamEvents } from '#platform/work/event-stream.ts'
import { comparisonContract as contract, LeaderboardFilter } from '../contract.ts'
import { answerRound } from './answer-round.ts'
import { castVote } from './cast-vote.ts'
import { changeComparison } from './change-comparison.ts'
import { compareModels } from './compare-models.ts'
import type { ComparisonContext } from './comparison-context.ts'
import { listComparisons, listPromptComparisons } from './comparison-list-queries.ts'
import { readComparison } from './comparison-queries.ts'
import { deleteComparison } from './delete-comparisons.ts'
import { drawRound } from './draw-round.ts'
import { formatLeaderboardCsv } from './format-leaderboard-csv.ts'
import { createLeaderboardReader } from './leaderboard-queries.ts'
import { pasteAnswer } from './paste-answer.ts'
import { stopAnswer } from './stop-answer.ts'

/** Creates the endpoints of comparisons, blind rounds and the leaderboard. */
export function comparisonRoutes(context: ComparisonContext): Api {
  const api = createApi()
  const { db, now } = context
  const readLeaderboard = createLeaderboardReader(db, now)

  api.openapi(contract.compareModels, async (c) => {
    const member = requireMember(c.get('actor'))
    const { 'idempotency-key': key } = c.req.valid('header')
    const input = c.req.valid('json')
    return streamEvents(c, context.streams, (disconnectSignal) =>
      compareModels(context, member, { key, path: c.req.path, input, disconnectSignal }),
    )
  })
  api.openapi(contract.getComparison, async (c) =>
    c.json(
      await readComparison(db, c.get('actor'), c.req.valid('param').id, {
        hidesNames: c.req.valid('query').blind,
        now: now(),
      }),
      200,
    ),
  )
  api.openapi(contract.changeComparison, async (c) => {
    const member = requireMember(c.get('actor'))
    const { id } = c.req.valid('param')
    return c.json(await changeComparison(db, member, id, c.req.valid('json'), now()), 200)
  })
  api.openapi(contract.deleteComparison, async (c) => {
    await deleteComparison(db, requireMember(c.get('actor')), c.req.valid('param').id)
    return c.body(null, 204)
  })
  api.openapi(contract.stopAnswer, async (c) => {
    await stopAnswer(db, requireMember(c.get('actor')), c.req.valid('param').id, c.req.valid('json').model)
    return c.body(null, 204)
  })
  api.openapi(contract.publishComparison, async (c) => {
    const member = requireMember(c.get('actor'))
    const { id } = c.req.valid('param')
    const { published = true } = c.req.valid('json')
    return c.json(await changeComparison(db, member, id, { published }, now()), 200)
  })
  api.openapi(contract.shareComparison, async (c) => {
    const member = requireMember(c.get('actor'))
    const { id } = c.req.valid('param')
    const { shared = true } = c.req.valid('json')
    return c.json(await changeComparison(db, member, id, { shared }, now()), 200)
  })
  api.openapi(contract.pasteAnswer, async (c) => {
    const member = requireMember(c.get('actor'))
    const { id } = c.req.valid('param')
    return c.json(await pasteAnswer(db, member, id, c.req.valid('json'), now()), 200)
  })
  api.openapi(contract.voteComparison, async (c) => {
    const member = requireMember(c.get('actor'))
    const { id } = c.req.valid('param')
    return c.json(await castVote(db, member, id, c.req.valid('json'), now()), 200)
  })
  api.openapi(contract.drawRound, async (c) =>
    c.json({ round: await drawRound(db, requireMember(c.get('actor')), now()) }, 200),
  )
  api.openapi(contract.answerRound, async (c) => {
    const member = requireMember(c.get('actor'))
    return c.json(await answerRound(context, member, c.req.valid('param').id, c.req.valid('json').outcome), 200)
  })
  api.openapi(contract.listComparisons, async (c) =>
    c.json(await listComparisons(db, requireMember(c.get('actor')), c.req.valid('query')), 200),
  )
  api.openapi(contract.listPromptComparisons, async (c) =>
    c.json(await listPromptComparisons(db, c.get('actor'), c.req.valid('param').id, c.req.valid('query')), 200),
  )
  api.get('/api/leaderboard.csv', async (c) => {
    const filter = LeaderboardFilter.safeParse(c.req.query())
    if (!filter.success) throw invalidField(String(filter.error.issues[0]?.path[0]), t('Name a category or a prompt.'))
    return c.body(formatLeaderboardCsv(await readLeaderboard(filter.data)), 200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="leaderboard.csv"',
    })
  })
  api.openapi(contract.getLeaderboard, async (c) => c.json(await readLeaderboard(c.req.valid('query')), 200))
  return api
}
