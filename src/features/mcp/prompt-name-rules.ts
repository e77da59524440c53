import { cutText } from '#lib/well-formed.ts'
import { mcpLimits } from './rules.ts'

/** Matches the names of agent skills (agentskills.io): words of a-z and 0-9 with single hyphens between them. */
const skillName = /^[a-z0-9]+(-[a-z0-9]+)*$/
const idLength = 36
const endingInId = /(?:^|-)([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/

/**
 * Returns the name by which programs know a prompt. It is the slug, or the beginning of the slug and the id if the slug
 * is too long, ends in an id, or isn't a valid skill name. A name stays valid when the slug changes, because ids and
 * former slugs also lead to the prompt.
 */
export function promptNameOf({ slug, id }: { slug: string; id: string }): string {
  if (slug.length <= mcpLimits.name && skillName.test(slug) && !endingInId.test(slug)) return slug
  const words = slug.replaceAll('_', '-').replace(/-{2,}/g, '-')
  const beginning = cutText(words, mcpLimits.name - idLength - 1)
  return [beginning.replace(/^-+|(?<!-)-+$/g, ''), id].filter(Boolean).join('-')
}

/** Returns the id or slug that a name contains. */
export function idOrSlugOf(name: string): string {
  return endingInId.exec(name)?.[1] ?? name
}
