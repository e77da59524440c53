import type { Db } from '#server/platform/db.ts'
import type { Position } from '#server/platform/paging.ts'
import { readChangedPrompts, walkById, walkPrompts } from './sitemap-queries.ts'

/** A part of the sitemap. It begins after a position (null: at the beginning). */
export type SitemapPart = { after: Position | null; changed: Date | null }

/** How often all parts are read again, in ms, because closed parts may have lost pages. */
const rewalkMs = 24 * 60 * 60_000
/** The longest time between a row's date and its commit, in ms. */
const lateMs = 60_000

export type SitemapKind = 'prompts' | 'tools' | 'people' | 'authors'
type State = { parts: Record<SitemapKind, SitemapPart[]>; walkedAt: number; seen: Date }

/**
 * Where the parts of the sitemap begin and when they changed, cached in memory. The first call reads all prompts. Later
 * calls read only changed prompts and the last part, so they cost the same for a million prompts.
 */
export function createSitemapParts(db: Db, now: () => Date) {
  let state: State | null = null
  let running: Promise<State> | null = null

  async function refresh(): Promise<State> {
    const known = state
    const isOld = !known || now().getTime() - known.walkedAt >= rewalkMs
    const changes = isOld ? null : await readChangedPrompts(db, new Date(known.seen.getTime() - lateMs))
    const start =
      known && changes
        ? known
        : { parts: { prompts: [], tools: [], people: [], authors: [] }, walkedAt: now().getTime() }
    const [prompts, tools, people, authors] = await Promise.all([
      walkOn(start.parts.prompts, (after) => walkPrompts(db, after)),
      walkOn(start.parts.tools, (after) => walkById(db, 'tools', after)),
      walkOn(start.parts.people, (after) => walkById(db, 'people', after)),
      walkOn(start.parts.authors, (after) => walkById(db, 'authors', after)),
    ])
    for (const change of changes ?? []) {
      const part = prompts.findLast(({ after }) => !after || isAfter(change, after))
      if (part && change.changed > (part.changed ?? new Date(0))) part.changed = change.changed
    }
    const seen = new Date(Math.max(...prompts.map(({ changed }) => changed?.getTime() ?? 0)))
    return { parts: { prompts, tools, people, authors }, walkedAt: start.walkedAt, seen }
  }

  /** The current parts. Concurrent calls share one read. */
  return async function sitemapParts(): Promise<Record<SitemapKind, SitemapPart[]>> {
    running ??= refresh().finally(() => {
      running = null
    })
    state = await running
    return state.parts
  }
}

/** Reads on from the beginning of the last known part. */
async function walkOn(
  known: SitemapPart[],
  walk: (after: Position | null) => Promise<{ end: Position | null; changed: Date | null }>,
): Promise<SitemapPart[]> {
  const parts = known.slice(0, -1)
  let after: Position | null = known.at(-1)?.after ?? null
  for (;;) {
    const { end, changed } = await walk(after)
    parts.push({ after, changed })
    if (!end) return parts
    after = end
  }
}

function isAfter(one: Position, other: Position): boolean {
  return one.key === other.key ? one.id > other.id : one.key > other.key
}
