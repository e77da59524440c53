import type { WriteContext } from '#features/catalogue/server/store-prompt-change.ts'
import { type Api, createApi, type Platform } from '#platform/api.ts'
import { writingContract as contract } from '../contract.ts'
import { checkPrompt } from './check-prompt.ts'
import { createPrompt } from './create-prompt.ts'
import { deletePrompt } from './delete-prompt.ts'
import { editPrompt } from './edit-prompt.ts'
import { listForks } from './fork-queries.ts'
import { listOwnPrompts } from './own-prompt-queries.ts'
import { listVersions } from './prompt-version-queries.ts'
import { publishDrafts } from './publish-drafts.ts'
import { restorePrompt } from './restore-prompt.ts'
import { getVersionDigest } from './version-digest-queries.ts'

/** Creates the endpoints for writing prompts. */
export function writingRoutes(
  { db, now, limits }: Platform,
  hooks: Pick<WriteContext, 'moderation' | 'onPublished'>,
): Api {
  const api = createApi()
  const context = (): WriteContext => ({ ...hooks, now: now(), limits })
  api.openapi(contract.createPrompt, async (c) =>
    c.json(await createPrompt(db, c.get('actor'), c.req.valid('json'), context()), 201),
  )
  api.openapi(contract.editPrompt, async (c) =>
    c.json(await editPrompt(db, c.get('actor'), c.req.valid('param').id, c.req.valid('json'), context()), 200),
  )
  api.openapi(contract.deletePrompt, async (c) => {
    await deletePrompt(db, c.get('actor'), c.req.valid('param').id, context())
    return c.body(null, 204)
  })
  api.openapi(contract.restorePrompt, async (c) =>
    c.json(await restorePrompt(db, c.get('actor'), c.req.valid('param').id, context()), 200),
  )
  api.openapi(contract.listVersions, async (c) =>
    c.json(await listVersions(db, c.get('actor'), c.req.valid('param').id, c.req.valid('query')), 200),
  )
  api.openapi(contract.getVersionDigest, async (c) => {
    const { id, version } = c.req.valid('param')
    return c.json(await getVersionDigest(db, c.get('actor'), id, version), 200)
  })
  api.openapi(contract.listForks, async (c) =>
    c.json(await listForks(db, c.get('actor'), c.req.valid('param').id, c.req.valid('query')), 200),
  )
  api.openapi(contract.checkPrompt, async (c) =>
    c.json(await checkPrompt(db, c.get('actor'), c.req.valid('json'), limits), 200),
  )
  api.openapi(contract.publishDrafts, async (c) =>
    c.json(await publishDrafts(db, c.get('actor'), c.req.valid('json').after, context()), 200),
  )
  api.openapi(contract.listOwnPrompts, async (c) =>
    c.json(await listOwnPrompts(db, c.get('actor'), c.req.valid('query')), 200),
  )
  return api
}
