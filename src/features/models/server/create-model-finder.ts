import { sql } from 'kysely'
import type { Db } from '#platform/database/db.ts'
import { type LocalServer, localServerLine } from '../local-model-rules.ts'
import type { RoutedModel } from '../open-router-rules.ts'
import { openRouter } from '../vendor-rules.ts'
import { findLocalModels, type LocalPorts } from './find-local-models.ts'
import { type FoundModels, nothingFound } from './model-source.ts'
import { readOpenRouterList } from './read-open-router-list.ts'
import type { ModelSettings } from './vendor-settings.ts'

/** How old OpenRouter's list may be, in ms. */
const listMaxAgeMs = 6 * 60 * 60_000
/** How long to wait after a failed fetch before the next one, in ms. */
const retryMs = 10 * 60_000

/** The id under which OpenRouter's list is stored. */
export const openRouterListId = 'openrouter'

/** Finds models while the server runs: Llama models on this machine, and the models and prices of OpenRouter. */
export type ModelFinder = {
  /** Returns what was found last: the same object until something changes. */
  readFound(): FoundModels
  /**
   * Looks for programs that run Llama on this machine, unless LLAMA_BASE_URL is set. Never fails.
   */
  findLocal(): Promise<void>
  /**
   * If the site has a key at OpenRouter, loads the stored list, and fetches a new one if the stored one is too old. All
   * processes share the stored list, and only one of them fetches. Throws UpstreamFailure, or ZodError if the response
   * isn't a list. Until a fetch succeeds, the previous list remains in use.
   */
  updateList(): Promise<void>
  /**
   * Does the same as `updateList`, but only if the list in use is too old, and even if the site has no key, for members
   * with their own key at OpenRouter.
   */
  loadOpenRouterModels(): Promise<void>
}

type Options = {
  db: Db
  now: () => Date
  settings: ModelSettings
  /** The ports of this machine to search. Null if LLAMA_BASE_URL is set. */
  ports: LocalPorts | null
  /** Called for each program on this machine that a search finds and the last one didn’t find with these models. */
  onFound?: (server: LocalServer) => void
}

export function createModelFinder({ db, now, settings, ports, onFound }: Options): ModelFinder {
  let found = nothingFound
  /** When the list in `found` was fetched, in ms since 1970. */
  let listFetchedAt = 0
  const searchesLocally = ports !== null && !settings.vendors.meta?.baseUrl
  const { key, baseUrl = openRouter.baseUrl } = settings.openRouter ?? {}

  function update(change: Partial<FoundModels>) {
    const next = { ...found, ...change }
    if (JSON.stringify(next) !== JSON.stringify(found)) found = next
  }

  async function loadList(): Promise<void> {
    const row = await db
      .selectFrom('modelLists')
      .select(['models', 'fetchedAt'])
      .where('source', '=', openRouterListId)
      .executeTakeFirst()
    if (!row?.models || !row.fetchedAt || row.fetchedAt.getTime() === listFetchedAt) return
    listFetchedAt = row.fetchedAt.getTime()
    update({ openRouter: row.models as RoutedModel[] })
  }

  async function refreshList(): Promise<void> {
    await loadList()
    if (now().getTime() - listFetchedAt < listMaxAgeMs || !(await claimFetch(db, now()))) return
    await storeModelList(db, openRouterListId, await readOpenRouterList(baseUrl), now())
    await loadList()
  }

  return {
    readFound: () => found,
    async findLocal() {
      if (!searchesLocally) return
      const local = await findLocalModels(ports)
      const known = new Set(found.local.map(localServerLine))
      for (const server of local) if (!known.has(localServerLine(server))) onFound?.(server)
      update({ local })
    },
    async updateList() {
      if (key) await refreshList()
    },
    async loadOpenRouterModels() {
      if (now().getTime() - listFetchedAt >= listMaxAgeMs) await refreshList()
    },
  }
}

/** Claims a fetch of the list for this process. Returns false if any process started one in the last `retryMs`. */
async function claimFetch(db: Db, now: Date): Promise<boolean> {
  const before = new Date(now.getTime() - retryMs)
  const { rows } = await sql`
    insert into model_lists as l (source, tried_at) values (${openRouterListId}, ${now})
    on conflict (source) do update set tried_at = excluded.tried_at where l.tried_at <= ${before}
    returning source`.execute(db)
  return rows.length > 0
}

/** Stores the models that a source lists. */
export async function storeModelList(db: Db, source: string, models: { id: string }[], now: Date): Promise<void> {
  const row = { models: JSON.stringify(models), fetchedAt: now, triedAt: now }
  await db
    .insertInto('modelLists')
    .values({ source, ...row })
    .onConflict((conflict) => conflict.column('source').doUpdateSet(row))
    .execute()
}
