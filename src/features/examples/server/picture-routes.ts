import type { Context } from 'hono'
import { t } from '#lib/texts.ts'
import { requireMember } from '#platform/actor.ts'
import { type Api, type ApiEnv, createApi } from '#platform/api.ts'
import { everything } from '#platform/database/content-changes.ts'
import { notFound } from '#platform/errors.ts'
import { filePolicy } from '#platform/file-policy.ts'
import { surrogateKeys } from '#platform/surrogate-keys.ts'
import { examplesContract as contract } from '../contract.ts'
import { type PictureFile, pictureFiles } from '../rules.ts'
import type { ExamplesContext } from './examples-context.ts'
import { findPublicPicture, mayReadPicture } from './picture-queries.ts'
import { createUploads, type EncodePicture } from './upload-picture.ts'

/**
 * A picture never changes, so browsers keep it for a year. A proxy keeps it only for 30 seconds, because the picture
 * may be removed. A proxy that accepts purges (decision 062) drops a removed picture immediately.
 */
const publicCache = 'public, max-age=31536000, s-maxage=30, immutable'

/** Creates the endpoint for uploads, whose body isn't JSON. Mount it before the guard that accepts only JSON. */
export function uploadRoutes(context: ExamplesContext, encode: EncodePicture): Api {
  const api = createApi()
  const upload = createUploads(context, encode)
  api.openapi(contract.uploadPicture, async (c) => {
    const member = requireMember(c.get('actor'))
    const length = Number(c.req.header('content-length') ?? 0)
    return c.json(await upload(member, { length, body: c.req.raw.body }), 201)
  })
  return api
}

/**
 * Creates the endpoints for the files of pictures. /pictures serves public pictures, unless the setting EXAMPLES is
 * `off`. The API serves every picture, but only to its owner and to moderators.
 */
export function pictureRoutes({ db, store, isOpen }: ExamplesContext): Api {
  const api = createApi()

  async function sendFile(c: Context<ApiEnv>, key: string, file: PictureFile) {
    const bytes = await store.read(key, file)
    if (!bytes) throw notFound(t('This picture'))
    c.header('Content-Security-Policy', filePolicy)
    return c.body(new Uint8Array(bytes), 200, { 'Content-Type': `image/${file.split('.')[1]}` })
  }

  api.get('/pictures/:key/:file', async (c) => {
    const { key, file } = c.req.param()
    const pictureFile = pictureFiles.find((name) => name === file)
    const picture = isOpen && pictureFile ? await findPublicPicture(db, key) : null
    if (!picture || !pictureFile) throw notFound(t('This picture'))
    const etag = `"${key}"`
    c.header('ETag', etag)
    c.header('Surrogate-Key', surrogateKeys([everything, picture.promptId]))
    const headers = { 'Cache-Control': publicCache }
    if (c.req.header('if-none-match')?.includes(etag)) return c.body(null, 304, headers)
    const response = await sendFile(c, key, pictureFile)
    response.headers.set('Cache-Control', publicCache)
    return response
  })
  api.openapi(contract.readOwnPicture, async (c) => {
    const { key, file } = c.req.valid('param')
    if (!(await mayReadPicture(db, requireMember(c.get('actor')), key))) throw notFound(t('This picture'))
    return sendFile(c, key, file) as never
  })
  return api
}
