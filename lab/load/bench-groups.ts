import { aggregateFilterCounts } from '#features/catalogue/server/filter-counts.ts'
import type { OpenDatabase } from '#server/database/database.ts'
import { measureApi, type RequestTimes } from './bench-api.ts'
import { fillDatabase } from './bench-scale.ts'
import { addGroups, addMembersOfGroups, groupsOf } from './group-members.ts'
import { signInMany } from './members.ts'
import type { PromptSource } from './prompt-sources.ts'
import { atMost, printTable, type Row } from './report.ts'

/** How many times as long a read may take for a member of groups as for a member of none. */
const ratioBudget = 1.3

/**
 * Measures what each read costs a member of five of fifty groups, compared with a member of none and a visitor, in turn,
 * on one database in which a fifth of the prompts is for groups. The database isn't dropped, so a later run on the same
 * server only adds missing prompts.
 */
export async function benchGroups(server: OpenDatabase, size: number, sources: PromptSource[]): Promise<Row[]> {
  const { db, rate, close } = await fillDatabase(server, `groups_${size}`, size, {
    sources,
    groupsOf,
    prepare: addGroups,
  })
  try {
    await aggregateFilterCounts(db)
    const [inGroups, inNone] = await signInMany(db, await addMembersOfGroups(db))
    const extraPaths = [
      '/api/prompts?sort=proved',
      '/api/prompts?length=short',
      '/api/prompts?length=short&category=creative',
      '/api/filters',
      '/api/filters?category=creative',
      '/api/prompts?featured=true',
    ]
    const readers = [{ db }, { db, cookie: inNone }, { db, cookie: inGroups }]
    const [visitor = [], none = [], groups = []] = await measureApi(readers, { extraPaths })
    const lines = groups.map((figure, place) => {
      const [asVisitor, asNone] = [visitor[place] as RequestTimes, none[place] as RequestTimes]
      return { figures: [asVisitor, asNone, figure], what: figure.what, ratio: figure.p50 / asNone.p50 }
    })
    printTable(
      ['p50 and p95', 'visitor', 'in no group', 'in five groups', 'ratio of p50 to no group'],
      lines.map(({ what, figures, ratio }) => [
        what,
        ...figures.map(({ p50, p95 }) => `${p50.toFixed(1)} ms, ${p95.toFixed(1)} ms`),
        ratio.toFixed(2),
      ]),
    )
    console.log(`Prompts were stored at: ${rate}\n`)
    return lines.map(({ what, ratio }) => [what, ratio.toFixed(2), atMost(ratioBudget, ratio, 'times')])
  } finally {
    await close()
  }
}
