import { csvLine } from '#lib/csv-line.ts'
import { requireMember } from '#platform/actor.ts'
import { type Api, createApi, type Platform } from '#platform/api.ts'
import { promptStatisticsContract as contract, type PromptStatistics } from '../contract.ts'
import { measures, viewSources } from '../rules.ts'
import type { Block } from '../shown-count-rules.ts'
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

/** Returns the counts as CSV with a line for each block of days. */
function statisticsFile(statistics: PromptStatistics): string {
  const lines = [
    ...viewSources.flatMap((source) => linesOf('views', source, statistics.views[source])),
    ...measures.flatMap((measure) => linesOf(measure, '', statistics[measure])),
  ]
  return [['measure', 'source', 'from', 'to', 'count'], ...lines].map(csvLine).join('')
}

function linesOf(measure: string, source: string, blocks: Block[]): string[][] {
  return blocks.map(({ from, to, count }) => [measure, source, from, to, `${count}`])
}
