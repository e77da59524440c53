import type { Context } from 'hono'
import { readPromptOrThrow } from '#features/catalogue/server/prompt-queries.ts'
import { keyOfSrc } from '#features/examples/server/picture-addresses.ts'
import { currentLanguage } from '#lib/language.ts'
import { type Api, createApi, type Platform } from '#platform/api.ts'
import { everything } from '#platform/database/content-changes.ts'
import { filePolicy } from '#platform/file-policy.ts'
import { inEnglish } from '#platform/languages.ts'
import { surrogateKeys } from '#platform/surrogate-keys.ts'
import { inFileLanguage } from './file-language.ts'
import { createShareImageRenderer } from './share-image-renderer.ts'
import { createShareImages } from './share-images.ts'
import { createShareStore } from './share-store.ts'
import { type KeyedSubject, promptSubject, shareSubjects, siteSubject } from './share-subjects.ts'
import type { Site } from './site.ts'

/** The maximum size of all stored images together, in bytes. It is enough for about 5,000 images. */
const storedBytesMax = 256 * 1024 * 1024

/**
 * A CDN keeps an image with an example's picture for only 30 s, like the picture itself, because the picture may be
 * deleted.
 */
const cacheControl = { drawn: 'public, max-age=300', picture: 'public, max-age=300, s-maxage=30' }

/**
 * Creates the endpoints of share images, which other sites show beside a link to a page: /share/site.png, and for
 * example /share/prompt/{slug}.png or /share/user/{username}.png. Images are 1200x630, or 1270x760 with ?size=wide.
 */
export function shareRoutes({ db }: Platform, site: Site): Api {
  const api = createApi()
  const { shareFolder: folder, pictures, workers, warn } = site
  const maxBytes = storedBytesMax / workers
  const render = createShareImageRenderer({ readPicture: (src) => pictures.read(keyOfSrc(src), '960.webp') })
  const images = createShareImages(folder ? createShareStore({ folder, maxBytes, warn }) : null, render)

  /** Sends a share image. A CDN drops it when the content of its keys changes. */
  async function sendImage(c: Context, { subject, keys }: KeyedSubject): Promise<Response> {
    const size = c.req.query('size') === 'wide' ? 'wide' : 'card'
    const etag = `"${images.keyOf(subject, size)}"`
    c.header('ETag', etag)
    c.header('Cache-Control', subject.picture === null ? cacheControl.drawn : cacheControl.picture)
    c.header('Surrogate-Key', surrogateKeys([everything, ...keys]))
    c.header('Content-Security-Policy', filePolicy)
    // Share images are meant for other sites.
    c.header('Cross-Origin-Resource-Policy', 'cross-origin')
    if (c.req.header('if-none-match')?.includes(etag)) return c.body(null, 304)
    const image = await images.getImage(subject, size)
    return c.body(new Uint8Array(image), 200, { 'Content-Type': 'image/png' })
  }

  api.use('/share/*', inFileLanguage)
  api.use('/share/*', (_, next) => (isDrawable() ? next() : inEnglish(next)))
  api.get('/share/site.png', (c) => sendImage(c, { subject: siteSubject(site.name), keys: [] }))
  api.get('/share/prompt/:file{[^/]+\\.png}', async (c) => {
    const result = await readPromptOrThrow(db, 'anybody', withoutExtension(c.req.param('file')))
    if ('movedTo' in result) {
      const size = c.req.query('size') === 'wide' ? '?size=wide' : ''
      return c.redirect(`/share/prompt/${result.movedTo}.png${size}`, 301)
    }
    return sendImage(c, promptSubject(result.prompt, site.name))
  })
  for (const kind of ['category', 'tool', 'user', 'collection'] as const) {
    api.get(`/share/${kind}/:file{[^/]+\\.png}`, async (c) => {
      return sendImage(c, await shareSubjects[kind](db, withoutExtension(c.req.param('file')), site.name))
    })
  }
  return api
}

/** Whether the fonts of share images have the letters of the language. Otherwise the images would lack its texts. */
function isDrawable(): boolean {
  return new Intl.Locale(currentLanguage().tag).maximize().script === 'Latn'
}

function withoutExtension(file: string): string {
  return file.slice(0, -'.png'.length)
}
