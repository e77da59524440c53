import { z } from 'zod'
import type { Prompt } from '#features/catalogue/contract.ts'
import { papersOf } from '#features/catalogue/paper-rules.ts'
import { readPromptOrThrow } from '#features/catalogue/server/prompt-queries.ts'
import { t } from '#lib/texts.ts'
import { parseWebAddress } from '#lib/web-address.ts'
import { type Api, createApi, type Platform } from '#platform/api.ts'
import { everything } from '#platform/database/content-changes.ts'
import type { Db } from '#platform/database/db.ts'
import { AppError, invalidField, notFound } from '#platform/errors.ts'
import { isLocalUrl } from '#platform/local-hosts.ts'
import { surrogateKeys } from '#platform/surrogate-keys.ts'
import { embedCacheSeconds, embedSize, embedThemes, slugInPath } from '../embed-rules.ts'
import { embedCard, embedPolicy, missingCard } from './embed-card.ts'
import { shareSizes } from './share-design.ts'
import type { Site } from './site.ts'
import { escapeXml } from './write-xml.ts'

const size = z.coerce.number().int().positive().optional()
const OembedRequest = z.object({
  url: z.string().max(2000),
  maxwidth: size,
  maxheight: size,
  format: z.string().default('json'),
})

/** Creates /embed/prompt/{slug}, a card for other sites, and /oembed, which describes it (oembed.com). */
export function embedRoutes({ db }: Platform, site: Site): Api {
  const api = createApi()

  api.get('/embed/prompt/:slug', async (c) => {
    const theme = embedThemes.find((name) => name === c.req.query('theme'))
    const card = { origin: site.origin(), siteName: site.name, theme }
    c.header('Content-Security-Policy', embedPolicy)
    c.header('Cross-Origin-Resource-Policy', 'cross-origin')
    const result = await findPrompt(db, c.req.param('slug'))
    if (result === null) return c.html(missingCard(card), 404)
    if ('movedTo' in result) return c.redirect(`/embed/prompt/${result.movedTo}${theme ? `?theme=${theme}` : ''}`, 301)
    return c.html(embedCard(result.prompt, card))
  })

  api.get('/oembed', async (c) => {
    const parsed = OembedRequest.safeParse(c.req.query())
    if (!parsed.success) {
      const field = String(parsed.error.issues[0]?.path[0] ?? 'url')
      throw invalidField(
        field,
        field === 'url' ? t('Enter the address of a prompt’s page.') : t('Use a whole number of pixels above 0.'),
      )
    }
    const { url, format, maxwidth, maxheight } = parsed.data
    if (format !== 'json') throw invalidField('format', t('Only JSON is available. Use format=json.'))
    const prompt = await getPromptBySlugOrThrow(db, slugOf(url, site.origin()))
    const description = writeOembed(prompt, { origin: site.origin(), siteName: site.name, maxwidth, maxheight })
    return c.json(description, 200, {
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Cache-Control': 'public, max-age=300',
      'Surrogate-Key': surrogateKeys([everything, prompt.id]),
    })
  })
  return api
}

/** Returns a published prompt by its id, its current slug or a former one. Throws AppError not_found. */
async function getPromptBySlugOrThrow(db: Db, slug: string): Promise<Prompt> {
  const result = await readPromptOrThrow(db, 'anybody', slug)
  return 'prompt' in result ? result.prompt : getPromptBySlugOrThrow(db, result.movedTo)
}

/** Returns a published prompt, or its current slug if `slug` is a former one. Returns null if there is none. */
async function findPrompt(db: Db, slug: string): Promise<Awaited<ReturnType<typeof readPromptOrThrow>> | null> {
  try {
    return await readPromptOrThrow(db, 'anybody', slug)
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null
    throw error
  }
}

/**
 * Returns the slug of the prompt at an address of this site. All names of this machine are the same site. Throws
 * AppError not_found.
 */
function slugOf(address: string, origin: string): string {
  const url = parseWebAddress(address)
  const slug = url && placeOf(url) === placeOf(new URL(origin)) ? slugInPath(url.pathname) : null
  if (slug === null) throw notFound(t('A prompt at this address'))
  return slug
}

function placeOf({ href, origin, protocol, port }: URL): string {
  return isLocalUrl(href) ? `${protocol}//localhost:${port}` : origin
}

/** `maxwidth` and `maxheight` are the limits that the other site asks for, also for the thumbnail. */
type Options = { origin: string; siteName: string; maxwidth?: number; maxheight?: number }

/**
 * Returns the oEmbed 1.0 response of type `rich` (oembed.com) for a prompt's card on another site, with the prompt's
 * papers as fields of ours. Sizes are in CSS pixels.
 */
function writeOembed(prompt: Prompt, options: Options) {
  const { slug, title, credit, user } = prompt
  const { license, version, sha256, findings } = papersOf(prompt)
  const { origin, siteName, maxwidth = Number.POSITIVE_INFINITY, maxheight = Number.POSITIVE_INFINITY } = options
  const width = Math.min(maxwidth, embedSize.width)
  const height = Math.min(maxheight, embedSize.height)
  const thumbnail = shareSizes.card
  const html = `<iframe src="${origin}/embed/prompt/${slug}" title="${escapeXml(title)}" width="${width}" height="${height}" style="max-width:100%;border:0" loading="lazy" allow="clipboard-write"></iframe>`
  return {
    version: '1.0',
    type: 'rich',
    title,
    ...(credit === null
      ? { author_name: user.username, author_url: `${origin}/user/${encodeURIComponent(user.username)}` }
      : { author_name: credit }),
    license,
    prompt_version: version,
    sha256,
    findings,
    provider_name: siteName,
    provider_url: origin,
    cache_age: embedCacheSeconds,
    ...(thumbnail.width <= maxwidth &&
      thumbnail.height <= maxheight && {
        thumbnail_url: `${origin}/share/prompt/${slug}.png`,
        thumbnail_width: thumbnail.width,
        thumbnail_height: thumbnail.height,
      }),
    width,
    height,
    html,
  }
}
