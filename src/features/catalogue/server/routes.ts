import type { z } from '@hono/zod-openapi'
import { labelError } from '#features/labels/rules.ts'
import { requestedLabelOf } from '#features/labels/server/label-queries.ts'
import type { Page } from '#lib/http-contract.ts'
import type { Actor } from '#platform/actor.ts'
import { type Api, createApi, type Platform } from '#platform/api.ts'
import type { Db } from '#platform/database/db.ts'
import { invalidField } from '#platform/errors.ts'
import { filePolicy } from '#platform/file-policy.ts'
import { catalogueContract as contract, type PromptCard, type PromptFilters } from '../contract.ts'
import { storedValues } from '../filter-rules.ts'
import { isAlarm, type Papers, papersOf } from '../paper-rules.ts'
import { getCategoryOrThrow, listCategories } from './category-queries.ts'
import { countFilters } from './filter-counts.ts'
import { findGroupReader, type GroupReader } from './group-lists.ts'
import type { PromptFilter } from './prompt-conditions.ts'
import { suggestTags } from './prompt-counts.ts'
import type { PromptOrder } from './prompt-orders.ts'
import {
  listFeatured,
  listPrompts,
  type PageRequest,
  readPromptOrThrow,
  type SectionConditions,
} from './prompt-queries.ts'

type Filters = Omit<z.output<typeof PromptFilters>, 'group'>
type Hooks = {
  /** Returns the id of the user with this name, or null if there is none. */
  findUserId: (db: Db, username: string) => Promise<string | null>
  /** Finds a page of published prompts for a term, for a `reader` with those of their groups. */
  findPrompts: (db: Db, search: TermSearch, reader: GroupReader | null) => Promise<Page<PromptCard>>
  sections: SectionConditions
}

type TermSearch = PageRequest & { term: string; filter: PromptFilter; order: PromptOrder }

/** Creates the catalogue's endpoints. */
export function catalogueRoutes({ db }: Pick<Platform, 'db'>, hooks: Hooks): Api {
  const api = createApi()
  const listPage = async (actor: Actor, order: PromptOrder, filter: PromptFilter, request: PageRequest) =>
    listPrompts(db, order, filter, request, await findGroupReader(db, actor))

  api.openapi(contract.listCategories, async (c) => c.json(await listCategories(db), 200))
  api.openapi(contract.getCategory, async (c) => c.json(await getCategoryOrThrow(db, c.req.valid('param').id), 200))

  const filterOf = async (parameters: Filters): Promise<PromptFilter> => {
    const { category, exceptCategory, tag, author, featured, pick, ...chosen } = parameters
    const filters = storedValues(chosen)
    return {
      ...(category && { categoryId: (await getCategoryOrThrow(db, category)).id }),
      ...(exceptCategory && { exceptCategory }),
      ...(author && { authorId: (await hooks.findUserId(db, author)) ?? unknownUserId }),
      ...(tag && { tag }),
      ...(featured !== undefined && { featured }),
      ...(pick !== undefined && { pick }),
      ...(filters.length > 0 && { filters }),
    }
  }

  api.openapi(contract.listPrompts, async (c) => {
    const { sort, q, limit, cursor, pictures, prefer, group, ...filterParameters } = c.req.valid('query')
    const filter = await filterOf(filterParameters)
    const reader = await findGroupReader(db, c.get('actor'), group)
    const request = { limit, cursor, picturesFirst: pictures === 'first', prefer }
    const term = q?.trim()
    return c.json(
      term
        ? await hooks.findPrompts(db, { term, filter, order: sort, ...request }, reader)
        : await listPrompts(db, sort, filter, request, reader),
      200,
    )
  })
  api.openapi(contract.countFilters, async (c) => {
    const { group, ...parameters } = c.req.valid('query')
    const reader = await findGroupReader(db, c.get('actor'), group)
    return c.json(await countFilters(db, await filterOf(parameters), reader), 200)
  })
  api.openapi(contract.listNewestPrompts, async (c) =>
    c.json(await listPage(c.get('actor'), 'newest', {}, c.req.valid('query')), 200),
  )
  api.openapi(contract.listRecentPrompts, async (c) =>
    c.json(await listPage(c.get('actor'), 'recent', {}, c.req.valid('query')), 200),
  )
  api.openapi(contract.listHighestRatedPrompts, async (c) =>
    c.json(await listPage(c.get('actor'), 'highest-rated', {}, c.req.valid('query')), 200),
  )
  api.openapi(contract.listMostCopiedPrompts, async (c) =>
    c.json(await listPage(c.get('actor'), 'popular', {}, c.req.valid('query')), 200),
  )
  api.openapi(contract.listFeaturedPrompts, async (c) => c.json(await listFeatured(db), 200))
  api.openapi(contract.listCategoryPrompts, async (c) => {
    const { sort, ...request } = c.req.valid('query')
    const category = await getCategoryOrThrow(db, c.req.valid('param').id)
    return c.json(await listPage(c.get('actor'), sort, { categoryId: category.id }, request), 200)
  })
  api.openapi(contract.getPrompt, async (c) => {
    const { id } = c.req.valid('param')
    const { label } = c.req.valid('query')
    const result = await readPromptOrThrow(db, c.get('actor'), id, label, hooks.sections)
    if ('prompt' in result) return c.json(result.prompt, 200)
    return c.redirect(`/api/prompts/${result.movedTo}${labelQuery(label)}`, 301)
  })
  api.openapi(contract.suggestTags, async (c) => c.json(await suggestTags(db, c.req.valid('query').q), 200))
  api.get('/prompt/:file{[^/]+\\.md}', async (c) => {
    const slug = c.req.param('file').slice(0, -'.md'.length)
    const label = c.req.query('label') || undefined
    const refusal = requestedLabelOf(label) === null ? null : labelError(label ?? '')
    if (refusal) throw invalidField('label', refusal)
    // The prompt is read as 'anybody' sees it, so that shared caches may store the response.
    const result = await readPromptOrThrow(db, 'anybody', slug, label)
    if ('movedTo' in result) return c.redirect(`/prompt/${result.movedTo}.md${labelQuery(label)}`, 301)
    c.header('Cache-Control', markdownCaching)
    return c.body(result.prompt.content, 200, {
      'Content-Type': 'text/markdown; charset=utf-8',
      'Content-Security-Policy': filePolicy,
      // The text itself is unchanged, so its papers are next to it.
      'X-Prompt-Papers': papersHeader(papersOf(result.prompt)),
    })
  })
  return api
}

function labelQuery(label: string | undefined): string {
  return label === undefined ? '' : `?label=${encodeURIComponent(label)}`
}

/** How long a header may be, in characters, because proxies refuse responses whose headers exceed 4 KB. */
const headerMax = 2_500

/** Writes papers as a header, without the hosts of links if they are too long. */
function papersHeader(papers: Papers): string {
  const header = toAscii(JSON.stringify(papers))
  if (header.length <= headerMax) return header
  return toAscii(JSON.stringify({ ...papers, findings: papers.findings.filter(isAlarm) }))
}

/** Escapes all characters beyond ASCII in JSON, for a header. */
function toAscii(json: string): string {
  return json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Shared caches may store a prompt's Markdown for ten seconds. Browsers revalidate it each time. */
const markdownCaching = 'public, max-age=0, s-maxage=10'

/** An id that no user has. It replaces the id of an unknown author, so that the list is empty. */
const unknownUserId = '00000000-0000-7000-8000-000000000000'
