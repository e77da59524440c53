import type { WriteContext } from '#features/catalogue/server/store-prompt-change.ts'
import { type Api, createApi, type Platform } from '#platform/api.ts'
import { transferContract as contract } from '../contract.ts'
import { exportOwnPrompts } from './export-own-prompts.ts'
import { exportPrompt } from './export-prompt.ts'
import { importOwnPrompts } from './import-own-prompts.ts'

/** Creates the endpoints that export prompts to files and import prompts from files. */
export function transferRoutes(
  { db, now, limits }: Platform,
  hooks: Pick<WriteContext, 'moderation' | 'onPublished'>,
): Api {
  const api = createApi()
  api.openapi(contract.exportOwnPrompts, async (c) => {
    const { format } = c.req.valid('query')
    const { name, type, total, body } = await exportOwnPrompts(db, c.get('actor'), format, { limits, now: now() })
    return c.body(body, 200, {
      'Content-Type': type,
      'X-Total-Count': String(total),
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
    })
  })
  api.openapi(contract.exportPrompt, async (c) => {
    const { format } = c.req.valid('query')
    const { name, type, body } = await exportPrompt(db, c.get('actor'), c.req.valid('param').id, format)
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
