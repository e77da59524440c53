import { type Api, createApi, type Platform } from '#server/platform/api.ts'
import type { Db } from '#server/platform/db.ts'
import { catalogueContract as contract } from '../contract.ts'
import { getCategoryOrThrow, listCategories } from './category-queries.ts'
import { checkPrompt } from './check-prompt.ts'
import { createPrompt } from './create-prompt.ts'
import { deletePrompt } from './delete-prompt.ts'
import { editPrompt } from './edit-prompt.ts'
import type { OnPublished } from './insert-prompts.ts'
import { listOwnPrompts } from './own-prompt-queries.ts'
import {
  listFeatured,
  listPrompts,
  type PageRequest,
  type PromptFilter,
  type PromptOrder,
  readPromptOrThrow,
} from './prompt-queries.ts'
import { findPrompts } from './prompt-search-queries.ts'
import { listVersions } from './prompt-version-queries.ts'
import type { Writing } from './prompt-writing.ts'
import { listPromptsAbout, listRelated } from './related-prompts-queries.ts'
import { restorePrompt } from './restore-prompt.ts'
import { suggestTags } from './tag-queries.ts'
import type { Moderation } from './wait-for-moderation.ts'

type Hooks = {
  /** The id of a person by name, null when there is none. */
  findUserId: (db: Db, username: string) => Promise<string | null>
  onPublished: OnPublished
  /** Whether prompts of newcomers wait for a moderator; post by default. */
  moderation?: Moderation
}

/** The catalogue's endpoints. */
export function catalogueRoutes({ db, now, limits }: Platform, hooks: Hooks): Api {
  const api = createApi()
  const writing = (): Writing => ({
    now: now(),
    limits,
    moderation: hooks.moderation ?? 'post',
    onPublished: hooks.onPublished,
  })
  const page = (order: PromptOrder, filter: PromptFilter, request: PageRequest) =>
    listPrompts(db, order, filter, request)

  api.openapi(contract.listCategories, async (c) => c.json(await listCategories(db), 200))
  api.openapi(contract.getCategory, async (c) => c.json(await getCategoryOrThrow(db, c.req.valid('param').id), 200))

  api.openapi(contract.listPrompts, async (c) => {
    const { sort, category, tag, author, q, featured, pick, ...request } = c.req.valid('query')
    const filter: PromptFilter = {
      ...(category && { categoryId: (await getCategoryOrThrow(db, category)).id }),
      ...(author && { authorId: (await hooks.findUserId(db, author)) ?? nobody }),
      ...(tag && { tag }),
      ...(featured !== undefined && { featured }),
      ...(pick !== undefined && { pick }),
    }
    const term = q?.trim()
    return c.json(
      term ? await findPrompts(db, { term, filter, order: sort, ...request }) : await page(sort, filter, request),
      200,
    )
  })
  api.openapi(contract.listNewestPrompts, async (c) => c.json(await page('newest', {}, c.req.valid('query')), 200))
  api.openapi(contract.listRecentPrompts, async (c) => c.json(await page('recent', {}, c.req.valid('query')), 200))
  api.openapi(contract.listHighestRatedPrompts, async (c) =>
    c.json(await page('highest-rated', {}, c.req.valid('query')), 200),
  )
  api.openapi(contract.listMostCopiedPrompts, async (c) => c.json(await page('popular', {}, c.req.valid('query')), 200))
  api.openapi(contract.listFeaturedPrompts, async (c) => c.json(await listFeatured(db), 200))
  api.openapi(contract.listRelatedPrompts, async (c) => c.json(await listRelated(db, c.req.valid('param').id), 200))
  api.openapi(contract.listPromptsAbout, async (c) => {
    const { tags, category } = c.req.valid('query')
    const said = tags.split(',').map((tag) => tag.trim())
    return c.json(await listPromptsAbout(db, { tags: said.filter(Boolean), category }), 200)
  })
  api.openapi(contract.listCategoryPrompts, async (c) => {
    const { sort, ...request } = c.req.valid('query')
    const category = await getCategoryOrThrow(db, c.req.valid('param').id)
    return c.json(await page(sort, { categoryId: category.id }, request), 200)
  })
  api.openapi(contract.getPrompt, async (c) => {
    const { id } = c.req.valid('param')
    const read = await readPromptOrThrow(db, c.get('actor'), id)
    return 'prompt' in read ? c.json(read.prompt, 200) : c.redirect(`/api/prompts/${read.movedTo}`, 301)
  })
  api.openapi(contract.createPrompt, async (c) =>
    c.json(await createPrompt(db, c.get('actor'), c.req.valid('json'), writing()), 201),
  )
  api.openapi(contract.editPrompt, async (c) =>
    c.json(await editPrompt(db, c.get('actor'), c.req.valid('param').id, c.req.valid('json'), writing()), 200),
  )
  api.openapi(contract.deletePrompt, async (c) => {
    await deletePrompt(db, c.get('actor'), c.req.valid('param').id, writing())
    return c.body(null, 204)
  })
  api.openapi(contract.restorePrompt, async (c) =>
    c.json(await restorePrompt(db, c.get('actor'), c.req.valid('param').id, writing()), 200),
  )
  api.openapi(contract.listVersions, async (c) =>
    c.json(await listVersions(db, c.get('actor'), c.req.valid('param').id, c.req.valid('query')), 200),
  )
  api.openapi(contract.checkPrompt, async (c) =>
    c.json(await checkPrompt(db, c.get('actor'), c.req.valid('json'), limits), 200),
  )
  api.openapi(contract.suggestTags, async (c) => c.json(await suggestTags(db, c.req.valid('query').q), 200))
  api.openapi(contract.listOwnPrompts, async (c) =>
    c.json(await listOwnPrompts(db, c.get('actor'), c.req.valid('query')), 200),
  )
  api.get('/prompt/:file{[^/]+\\.md}', async (c) => {
    const slug = c.req.param('file').slice(0, -'.md'.length)
    // Any cache may keep it: it is the same for its author and for everybody.
    const read = await readPromptOrThrow(db, 'anybody', slug)
    if ('movedTo' in read) return c.redirect(`/prompt/${read.movedTo}.md`, 301)
    c.header('Cache-Control', 'public, max-age=0, s-maxage=10')
    return c.body(read.prompt.content, 200, {
      'Content-Type': 'text/markdown; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'",
    })
  })
  return api
}

/** An id that no one has: an unknown author's list is empty. */
const nobody = '00000000-0000-7000-8000-000000000000'
