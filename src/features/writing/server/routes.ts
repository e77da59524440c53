import { sql } from 'kysely'
import type { PromptCard } from '#features/catalogue/contract.ts'
import { type CardRow, cardColumns, cardSource, toPromptCard } from '#features/catalogue/server/prompt-cards.ts'
import { getPromptOrThrow, type PageRequest } from '#features/catalogue/server/prompt-queries.ts'
import { versionDigest } from '#features/catalogue/server/prompt-versions.ts'
import { isPublished } from '#features/catalogue/server/prompt-visibility.ts'
import type { WriteContext } from '#features/catalogue/server/stored/store-prompt-change.ts'
import type { Page } from '#lib/http-contract.ts'
import { t } from '#lib/texts.ts'
import type { Actor } from '#platform/actor.ts'
import { type Api, createApi, type Platform } from '#platform/api.ts'
import type { Db } from '#platform/database/db.ts'
import { notFound } from '#platform/errors.ts'
import { cursorKeys, cutPage, readCursor } from '#platform/paging.ts'
import { writingContract as contract, type PromptVersion, type VersionDigest } from '../contract.ts'
import { checkPrompt } from './check-prompt.ts'
import { createPrompt } from './create-prompt.ts'
import { deletePrompt } from './delete-prompt.ts'
import { editPrompt } from './edit-prompt.ts'
import { listLabelMoves, listLabels } from './label-queries.ts'
import { moveLabel, type OnLabelMoved, removeLabel } from './move-label.ts'
import { listOwnPrompts } from './own-prompt-queries.ts'
import { listVersions } from './prompt-version-queries.ts'
import { publishDrafts } from './publish-drafts.ts'
import { restorePrompt } from './restore-prompt.ts'

const list = 'forks'

/**
 * Returns a page of the published forks of a prompt (id or slug), most recently published first. Throws AppError
 * not_found or validation_failed (an invalid cursor).
 */
async function listForks(
  db: Db,
  actor: Actor,
  idOrSlug: string,
  { limit, cursor }: PageRequest,
): Promise<Page<PromptCard>> {
  const start = readCursor(list, cursor, cursorKeys.time)
  const origin = await getPromptOrThrow(db, actor, idOrSlug)
  const after = start ? sql`and (p.published_at, p.id) < (${start.key}::timestamptz, ${start.id}::uuid)` : sql``
  const { rows } = await sql<CardRow & { position: string }>`
    select ${cardColumns}, p.published_at::text as position from ${cardSource}
    where ${isPublished} and p.fork_of = ${origin.id} ${after}
    order by p.published_at desc, p.id desc limit ${limit + 1}`.execute(db)
  const { items, nextCursor } = cutPage(rows, limit, list, ({ position, id }) => ({ key: position, id }))
  return { items: items.map(toPromptCard), nextCursor, total: origin.forks }
}

/** Creates the endpoints for writing prompts. */
export function writingRoutes(
  platform: Platform,
  { onLabelMoved, ...hooks }: Pick<WriteContext, 'moderation' | 'onPublished'> & { onLabelMoved: OnLabelMoved },
): Api {
  const { db, now, limits } = platform
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
  api.openapi(contract.listLabels, async (c) =>
    c.json(await listLabels(db, c.get('actor'), c.req.valid('param').id), 200),
  )
  api.openapi(contract.moveLabel, async (c) => {
    const { id, label } = c.req.valid('param')
    const { version, from } = c.req.valid('json')
    const move = { idOrSlug: id, label, version, expected: from }
    return c.json(await moveLabel({ ...platform, onLabelMoved }, c.get('actor'), move), 200)
  })
  api.openapi(contract.removeLabel, async (c) => {
    const { id, label } = c.req.valid('param')
    await removeLabel({ ...platform, onLabelMoved }, c.get('actor'), { idOrSlug: id, label })
    return c.body(null, 204)
  })
  api.openapi(contract.listLabelMoves, async (c) =>
    c.json(await listLabelMoves(db, c.get('actor'), c.req.valid('param').id, c.req.valid('query')), 200),
  )
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

/**
 * Returns the digests (SHA-256) of a version of a prompt (id or slug), by its number or label, and of the prompt's newest
 * version. Ignores versions that the actor may not see. Throws AppError not_found.
 */
async function getVersionDigest(
  db: Db,
  actor: Actor,
  idOrSlug: string,
  version: number | string,
): Promise<VersionDigest> {
  const [newest] = await listVersions(db, actor, idOrSlug, { limit: 1 })
  const request = typeof version === 'string' ? { label: version } : { before: version + 1 }
  const [requested] = await listVersions(db, actor, idOrSlug, { limit: 1, ...request })
  if (!newest || !requested || (typeof version === 'number' && requested.version !== version))
    throw notFound(t('This version'))
  const digest = digestOf(requested)
  const newestDigest = digestOf(newest)
  return { ...digest, newest: newestDigest, isNewest: digest.sha256 === newestDigest.sha256 }
}

function digestOf(version: PromptVersion) {
  return { version: version.version, sha256: versionDigest(version) }
}
