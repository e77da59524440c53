import type { Db } from '#platform/database/db.ts'
import type { Position } from '#platform/paging.ts'
import { findPartEnd, findPromptPartEnd, readChangedPrompts } from './sitemap-queries.ts'

/**
 * A part of the sitemap. It begins after the position `after`, which is null for the first part. `changed` is when one
 * of its pages last changed, if known.
 */
export type SitemapPart = { after: Position | null; changed: Date | null }

/** How often all parts are read again, in ms, because pages may have been removed from earlier parts. */
const rereadAllMs = 24 * 60 * 60_000
/** How much time may pass between a row's `updated_at` and the commit of its transaction, in ms. */
const commitDelayMaxMs = 60_000

export type SitemapKind = 'prompts' | 'tools' | 'collections' | 'people' | 'authors'
type State = { parts: Record<SitemapKind, SitemapPart[]>; readAllAt: number; changesSeenUntil: Date }

/**
 * Creates the function that returns the parts of the sitemap and caches them in memory. One call in 24 hours reads all
 * pages, as does one after very many changes. The others read only changed prompts and the last part of each kind, so
 * their cost doesn't grow with the number of prompts.
 */
export function createSitemapParts(db: Db, now: () => Date) {
  let state: State | null = null
  let pendingRefresh: Promise<State> | null = null

  async function refresh(): Promise<State> {
    const earlier = state
    const isOld = !earlier || now().getTime() - earlier.readAllAt >= rereadAllMs
    const changes = isOld
      ? null
      : await readChangedPrompts(db, new Date(earlier.changesSeenUntil.getTime() - commitDelayMaxMs))
    const start =
      earlier && changes
        ? earlier
        : { parts: { prompts: [], tools: [], collections: [], people: [], authors: [] }, readAllAt: now().getTime() }
    const [prompts, tools, collections, people, authors] = await Promise.all([
      continueParts(start.parts.prompts, (after) => findPromptPartEnd(db, after)),
      continueParts(start.parts.tools, (after) => findPartEnd(db, 'tools', after)),
      continueParts(start.parts.collections, (after) => findPartEnd(db, 'collections', after)),
      continueParts(start.parts.people, (after) => findPartEnd(db, 'people', after)),
      continueParts(start.parts.authors, (after) => findPartEnd(db, 'authors', after)),
    ])
    for (const change of changes ?? []) {
      const part = prompts.findLast(({ after }) => !after || isAfter(change, after))
      if (part && change.changed > (part.changed ?? new Date(0))) part.changed = change.changed
    }
    const changesSeenUntil = new Date(Math.max(...prompts.map(({ changed }) => changed?.getTime() ?? 0)))
    return { parts: { prompts, tools, collections, people, authors }, readAllAt: start.readAllAt, changesSeenUntil }
  }

  /** Returns the current parts. Concurrent calls share one read. */
  return async function readSitemapParts(): Promise<Record<SitemapKind, SitemapPart[]>> {
    pendingRefresh ??= refresh().finally(() => {
      pendingRefresh = null
    })
    state = await pendingRefresh
    return state.parts
  }
}

/** Reads the parts again, starting from the last one that is known. */
async function continueParts(
  knownParts: SitemapPart[],
  readPartEnd: (after: Position | null) => Promise<{ end: Position | null; changed: Date | null }>,
): Promise<SitemapPart[]> {
  const parts = knownParts.slice(0, -1)
  let after: Position | null = knownParts.at(-1)?.after ?? null
  for (;;) {
    const { end, changed } = await readPartEnd(after)
    parts.push({ after, changed })
    if (!end) return parts
    after = end
  }
}

function isAfter(a: Position, b: Position): boolean {
  return a.key === b.key ? a.id > b.id : a.key > b.key
}
