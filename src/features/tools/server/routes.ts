import { t } from '#lib/texts.ts'
import { type Api, createApi, type Platform } from '#platform/api.ts'
import { everything } from '#platform/database/content-changes.ts'
import { notFound } from '#platform/errors.ts'
import { filePolicy } from '#platform/file-policy.ts'
import { isId } from '#platform/ids.ts'
import { surrogateKeys } from '#platform/surrogate-keys.ts'
import { toolsContract as contract } from '../contract.ts'
import type { ToolPictureKind } from '../rules.ts'
import { readToolCounts } from './tool-counts.ts'
import { readToolPicture } from './tool-pictures.ts'
import { getToolDetailsOrThrow, listFeaturedTools, listRelatedTools, listTools } from './tool-queries.ts'
import { findToolsForRequest } from './tool-request-queries.ts'

/** Browsers keep a file for a year, since it never changes; proxies for a short time, since it may be removed. */
const pictureCache = 'public, max-age=31536000, s-maxage=30, immutable'

/** Creates the endpoints of the tools. */
export function toolsRoutes({ db }: Platform): Api {
  const api = createApi()
  api.openapi(contract.listTools, async (c) => {
    const { q, sort, limit, cursor, ...filter } = c.req.valid('query')
    const term = q?.trim()
    const page = { limit, cursor }
    return c.json(
      term ? await findToolsForRequest(db, { term, filter, ...page }) : await listTools(db, filter, page, sort),
      200,
    )
  })
  api.openapi(contract.listFeaturedTools, async (c) => c.json(await listFeaturedTools(db), 200))
  api.openapi(contract.countTools, async (c) => c.json(await readToolCounts(db), 200))
  api.openapi(contract.listRelatedTools, async (c) => {
    const { tags, category } = c.req.valid('query')
    return c.json(await listRelatedTools(db, { tags, category }), 200)
  })
  api.openapi(contract.getTool, async (c) => c.json(await getToolDetailsOrThrow(db, c.req.valid('param').id), 200))
  api.get('/pictures/tools/:id/:file', async (c) => {
    const { id, file } = c.req.param()
    const [, kind, key] = /^(mark|picture)-([0-9a-f]{16})\.webp$/.exec(file) ?? []
    if (!isId(id) || !kind || !key) throw notFound(t('This picture'))
    const content = await readToolPicture(db, id, kind as ToolPictureKind, key)
    c.header('Surrogate-Key', surrogateKeys([everything, id]))
    c.header('Content-Security-Policy', filePolicy)
    c.header('Cache-Control', pictureCache)
    return c.body(new Uint8Array(content), 200, { 'Content-Type': 'image/webp' })
  })
  return api
}
