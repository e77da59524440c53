import type { z } from '@hono/zod-openapi'
import type { Page } from '#lib/http-contract.ts'
import { type Api, createApi, type Platform } from '#platform/api.ts'
import type { Db } from '#platform/db.ts'
import { filePolicy } from '#platform/file-policy.ts'
import { catalogueContract as contract, type PromptCard, type PromptFilters } from '../contract.ts'
import { storedValues } from '../filter-rules.ts'
import { getCategoryOrThrow, listCategories } from './category-queries.ts'
import { countFilters } from './filter-counts.ts'
import type { PromptFilter } from './prompt-conditions.ts'
import { suggestTags } from './prompt-counts.ts'
import type { PromptOrder } from './prompt-orders.ts'
import { listFeatured, listPrompts, type PageRequest, readPromptOrThrow } from './prompt-queries.ts'

type Filters = z.output<typeof PromptFilters>
type Hooks = {
  /** Returns the id of the user with this name, or null if there is none. */
  findUserId: (db: Db, username: string) => Promise<string | null>
  /** Finds a page of published prompts for a term. */
  findPrompts: (db: Db, search: TermSearch) => Promise<Page<PromptCard>>
}

type TermSearch = PageRequest & { term: string; filter: PromptFilter; order: PromptOrder }

/** Creates the catalogue's endpoints. */
export function catalogueRoutes({ db }: Pick<Platform, 'db'>, hooks: Hooks): Api {
  const api = createApi()
  const listPage = (order: PromptOrder, filter: PromptFilter, request: PageRequest) =>
    listPrompts(db, order, filter, request)

  api.openapi(contract.listCategories, async (c) => c.json(await listCategories(db), 200))
  api.openapi(contract.getCategory, async (c) => c.json(await getCategoryOrThrow(db, c.req.valid('param').id), 200))

  const filterOf = async ({ category, tag, author, featured, pick, ...chosen }: Filters): Promise<PromptFilter> => {
    const filters = storedValues(chosen)
    return {
      ...(category && { categoryId: (await getCategoryOrThrow(db, category)).id }),
      ...(author && { authorId: (await hooks.findUserId(db, author)) ?? unknownUserId }),
      ...(tag && { tag }),
      ...(featured !== undefined && { featured }),
      ...(pick !== undefined && { pick }),
      ...(filters.length > 0 && { filters }),
    }
  }

  api.openapi(contract.listPrompts, async (c) => {
    const { sort, q, limit, cursor, ...filterParameters } = c.req.valid('query')
    const [filter, request] = [await filterOf(filterParameters), { limit, cursor }]
    const term = q?.trim()
    return c.json(
      term
        ? await hooks.findPrompts(db, { term, filter, order: sort, ...request })
        : await listPage(sort, filter, request),
      200,
    )
  })
  api.openapi(contract.countFilters, async (c) =>
    c.json(await countFilters(db, await filterOf(c.req.valid('query'))), 200),
  )
  api.openapi(contract.listNewestPrompts, async (c) => c.json(await listPage('newest', {}, c.req.valid('query')), 200))
  api.openapi(contract.listRecentPrompts, async (c) => c.json(await listPage('recent', {}, c.req.valid('query')), 200))
  api.openapi(contract.listHighestRatedPrompts, async (c) =>
    c.json(await listPage('highest-rated', {}, c.req.valid('query')), 200),
  )
  api.openapi(contract.listMostCopiedPrompts, async (c) =>
    c.json(await listPage('popular', {}, c.req.valid('query')), 200),
  )
  api.openapi(contract.listFeaturedPrompts, async (c) => c.json(await listFeatured(db), 200))
  api.openapi(contract.listCategoryPrompts, async (c) => {
    const { sort, ...request } = c.req.valid('query')
    const category = await getCategoryOrThrow(db, c.req.valid('param').id)
    return c.json(await listPage(sort, { categoryId: category.id }, request), 200)
  })
  api.openapi(contract.getPrompt, async (c) => {
    const { id } = c.req.valid('param')
    const result = await readPromptOrThrow(db, c.get('actor'), id)
    return 'prompt' in result ? c.json(result.prompt, 200) : c.redirect(`/api/prompts/${result.movedTo}`, 301)
  })
  api.openapi(contract.suggestTags, async (c) => c.json(await suggestTags(db, c.req.valid('query').q), 200))
  api.get('/prompt/:file{[^/]+\\.md}', async (c) => {
    const slug = c.req.param('file').slice(0, -'.md'.length)
    // The prompt is read as 'anybody' sees it, so that shared caches may store the response.
    const result = await readPromptOrThrow(db, 'anybody', slug)
    if ('movedTo' in result) return c.redirect(`/prompt/${result.movedTo}.md`, 301)
    c.header('Cache-Control', markdownCaching)
    return c.body(result.prompt.content, 200, {
      'Content-Type': 'text/markdown; charset=utf-8',
      'Content-Security-Policy': filePolicy,
    })
  })
  return api
}

/** Shared caches may store a prompt's Markdown for ten seconds. Browsers revalidate it each time. */
const markdownCaching = 'public, max-age=0, s-maxage=10'

/** An id that no user has. It replaces the id of an unknown author, so that the list is empty. */
const unknownUserId = '00000000-0000-7000-8000-000000000000'
