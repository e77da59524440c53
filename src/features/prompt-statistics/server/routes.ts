import { requireMember } from '#platform/actor.ts'
import { type Api, createApi, type Platform } from '#platform/api.ts'
import { promptStatisticsContract as contract } from '../contract.ts'
import { statisticsFile } from './statistics-file.ts'
import { readStatistics, readViewsOfOwnPrompts } from './statistics-queries.ts'

/** Creates the endpoints where authors read the statistics of their prompts. */
export function promptStatisticsRoutes({ db, now }: Platform): Api {
  const api = createApi()
  api.openapi(contract.getStatistics, async (c) => {
    const request = { ...c.req.valid('param'), ...c.req.valid('query') }
    return c.json(await readStatistics(db, requireMember(c.get('actor')), request, now()), 200)
  })
  api.openapi(contract.getStatisticsFile, async (c) => {
    const request = { ...c.req.valid('param'), ...c.req.valid('query') }
    const statistics = await readStatistics(db, requireMember(c.get('actor')), request, now())
    return c.body(statisticsFile(statistics), 200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${statistics.prompt.slug}-${statistics.year}.csv"`,
      'Cache-Control': 'private, no-store',
    })
  })
  api.openapi(contract.listOwnReads, async (c) => {
    const reads = await readViewsOfOwnPrompts(db, requireMember(c.get('actor')), c.req.valid('query').promptIds, now())
    return c.json({ reads }, 200)
  })
  return api
}
