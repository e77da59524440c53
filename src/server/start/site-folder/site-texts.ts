import { z } from 'zod'
import { visibleName } from '#lib/http-contract.ts'
import { parseWebAddress } from '#lib/web-address.ts'
import { StartError } from '../start-error.ts'

/** The maximum length of each text, in characters, and the maximum number of links. */
const max = { headline: 80, text: 300, label: 40, href: 500, links: 6 }

const line = (length: number) =>
  visibleName(length, {
    nameMissing: 'must not be empty',
    nameLong: `must have at most ${length} characters`,
    nameUnreadable: 'must be one line of visible characters',
  }).optional()

/** Whether an address is a path of this site, a web address or a mailto: address. Opening one can't run a script. */
function isHarmless(href: string): boolean {
  if (/^\/(?![/\\])[^\\\p{C}]*$/u.test(href)) return true
  return parseWebAddress(href) !== null || /^mailto:\P{C}+$/iu.test(href)
}

const link = z.strictObject({
  label: visibleName(max.label, {
    nameMissing: 'must not be empty',
    nameLong: `must have at most ${max.label} characters`,
    nameUnreadable: 'must be one line of visible characters',
  }),
  href: z
    .string()
    .max(max.href, `must have at most ${max.href} characters`)
    .refine(isHarmless, 'must be a path such as /help, or begin with https:// or mailto:'),
})

/** The content of `site.json` in the site folder. */
const SiteTexts = z.strictObject({
  accent: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'must be a color such as #1a73e8')
    .optional(),
  headline: line(max.headline),
  intro: line(max.text),
  about: line(max.text),
  links: z.array(link).max(max.links, `must have at most ${max.links} entries`).optional(),
})

export type SiteTexts = z.infer<typeof SiteTexts>

/** Reads `site.json`. Throws a StartError that names the first mistake in it. */
export function parseSiteTexts(text: string): SiteTexts {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new StartError(`SITE_DIR: site.json isn’t valid JSON (${(cause as Error).message})`, { cause })
  }
  const result = SiteTexts.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const place = issue?.path.length ? `in site.json, ${issue.path.join('.')}` : 'site.json'
  // Most default messages begin with “This” (src/lib/plain-messages.ts). Here, `place` replaces it.
  const what =
    issue?.code === 'unrecognized_keys'
      ? `has unknown entries: ${issue.keys.join(', ')}`
      : issue?.message.replace(/^This /, '')
  throw new StartError(`SITE_DIR: ${place} ${what}`)
}
