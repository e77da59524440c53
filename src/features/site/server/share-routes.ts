import type { Context } from 'hono'
import { keyOfSrc } from '#features/examples/server/picture-addresses.ts'
import { type Api, createApi, type Platform } from '#server/platform/api.ts'
import { filePolicy } from '#server/platform/file-policy.ts'
import type { ShareSubject } from './share-design.ts'
import { createShareImageRenderer } from './share-image-renderer.ts'
import { createShareImages } from './share-images.ts'
import { createShareStore } from './share-store.ts'
import { shareSubjects, siteSubject } from './share-subjects.ts'
import type { Site } from './site.ts'

/** Enough for some 5,000 images. */
const storedBytesMax = 256 * 1024 * 1024

/** /share/site.png and /share/{kind}/{slug}.png: 1200x630, and 1270x760 with ?size=wide. */
export function shareRoutes({ db }: Platform, site: Site): Api {
  const api = createApi()
  const { shareFolder: folder, pictures, workers, warn } = site
  const maxBytes = storedBytesMax / workers
  const render = createShareImageRenderer({ readPicture: (src) => pictures.read(keyOfSrc(src), '960.webp') })
  const images = createShareImages(folder ? createShareStore({ folder, maxBytes, warn }) : null, render)

  async function sendImage(c: Context, subject: ShareSubject): Promise<Response> {
    const size = c.req.query('size') === 'wide' ? 'wide' : 'card'
    const etag = `"${images.keyOf(subject, size)}"`
    c.header('ETag', etag)
    c.header('Cache-Control', 'public, max-age=300')
    c.header('Content-Security-Policy', filePolicy)
    // Share images are meant for other sites.
    c.header('Cross-Origin-Resource-Policy', 'cross-origin')
    if (c.req.header('if-none-match')?.includes(etag)) return c.body(null, 304)
    const image = await images.image(subject, size)
    return c.body(new Uint8Array(image), 200, { 'Content-Type': 'image/png' })
  }

  api.get('/share/site.png', (c) => sendImage(c, siteSubject(site.name)))
  for (const kind of ['prompt', 'category', 'tool', 'user', 'collection'] as const) {
    api.get(`/share/${kind}/:file{[^/]+\\.png}`, async (c) => {
      const name = c.req.param('file').slice(0, -'.png'.length)
      return sendImage(c, await shareSubjects[kind](db, name, site.name))
    })
  }
  return api
}
