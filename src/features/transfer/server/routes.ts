import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { hasIdOrSlug } from '#features/catalogue/server/prompt-queries.ts'
import { isVisibleTo } from '#features/catalogue/server/prompt-visibility.ts'
import type { WriteContext } from '#features/catalogue/server/stored/store-prompt-change.ts'
import type { PictureStore } from '#features/examples/server/picture-store.ts'
import { noSuchLabel, requestedLabelOf } from '#features/labels/server/label-queries.ts'
import { t } from '#lib/texts.ts'
import type { Actor } from '#platform/actor.ts'
import { type Api, createApi, type Platform } from '#platform/api.ts'
import type { Db } from '#platform/database/db.ts'
import { notFound } from '#platform/errors.ts'
import { transferContract as contract } from '../contract.ts'
import { fileShapes } from '../export-rules.ts'
import type { ExportFormat } from '../rules.ts'
import { exportOwnPrompts } from './export-own-prompts.ts'
import { readExport } from './export-prompts.ts'
import { importOwnPrompts } from './import-own-prompts.ts'
import { fileOf, filesOf, hasFilePerPrompt } from './prompt-files.ts'
import { writeZip } from './write-zip.ts'

/** `origin` returns the site’s address. `store` has the files of pictures. */
type TransferContext = Platform & { origin: () => string; store: Pick<PictureStore, 'read'> }

/** Creates the endpoints that export prompts to files and import prompts from files. */
export function transferRoutes(
  { db, now, limits, origin, store }: TransferContext,
  hooks: Pick<WriteContext, 'moderation' | 'onPublished'>,
): Api {
  const api = createApi()
  api.openapi(contract.exportOwnPrompts, async (c) => {
    const { format, label } = c.req.valid('query')
    const { name, type, total, body } = await exportOwnPrompts(db, c.get('actor'), format, {
      label: requestedLabelOf(label),
      limits,
      now: now(),
      origin: origin(),
      store,
    })
    return c.body(body, 200, {
      'Content-Type': type,
      'X-Total-Count': String(total),
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
    })
  })
  api.openapi(contract.exportPrompt, async (c) => {
    const request = { ...c.req.valid('query'), idOrSlug: c.req.valid('param').id }
    const { name, type, body } = await exportPrompt(db, c.get('actor'), request, origin())
    return c.body(body, 200, {
      'Content-Type': type,
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
    })
  })
  api.openapi(contract.importOwnPrompts, async (c) =>
    c.json(await importOwnPrompts(db, c.get('actor'), c.req.valid('json'), { ...hooks, now: now(), limits }), 200),
  )
  return api
}

/**
 * Exports the current version of a prompt (id or slug) that the actor may see, or the one with a label. A skill with
 * files is a zip. Returns the file's name, media type and content. Throws AppError not_found.
 */
async function exportPrompt(
  db: Db,
  actor: Actor,
  { idOrSlug, format, label: requested }: { idOrSlug: string; format: ExportFormat; label?: string },
  origin: string,
): Promise<{ name: string; type: string; body: string | Uint8Array<ArrayBuffer> }> {
  const condition = sql<boolean>`${hasIdOrSlug(idOrSlug)} and ${isVisibleTo(actor)} and p.status <> 'deleted'`
  const label = requestedLabelOf(requested)
  const at = label === null ? null : { label, reader: actor }
  const [prompt] = await readExport(db, condition, null, { origin, at })
  if (!prompt && label !== null && (await readExport(db, condition, null)).length > 0) throw noSuchLabel(label)
  if (!prompt) throw notFound(t('This prompt'))
  if (format === 'skill' && prompt.files.length > 0) {
    const archive = writeZip(filesOf(format, [prompt]))
    return { name: `${prompt.slug}.zip`, type: 'application/zip', body: new Uint8Array(await buffer(archive)) }
  }
  if (hasFilePerPrompt(format)) {
    const name = format === 'skill' ? 'SKILL.md' : `${prompt.slug}.${format}`
    const type = format === 'prompt' ? 'text/plain' : 'text/markdown'
    return { name, type: `${type}; charset=utf-8`, body: fileOf(format, prompt) }
  }
  const { start, end, textOf } = fileShapes[format]
  const type = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json'
  return { name: `${prompt.slug}.${format}`, type, body: start + textOf(prompt) + end }
}
