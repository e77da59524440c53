import type { Prompt } from '#features/catalogue/contract.ts'
import { embedCacheSeconds, embedSize } from '../embed-rules.ts'
import { shareSizes } from './share-design.ts'
import { escapeXml } from './write-xml.ts'

/** `maxwidth` and `maxheight` are the limits that the other site asks for, also for the thumbnail. */
type Options = { origin: string; siteName: string; maxwidth?: number; maxheight?: number }

/**
 * Returns the oEmbed 1.0 response of type `rich` (oembed.com) for a prompt's card on another site. Sizes are in CSS
 * pixels.
 */
export function writeOembed({ slug, title, credit, user }: Prompt, options: Options) {
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
