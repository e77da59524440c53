import { mcpLimits } from './rules.ts'

/** The names of agent skills: words of a-z and 0-9 between single hyphens. */
const skillName = /^[a-z0-9]+(-[a-z0-9]+)*$/
const idLength = 36
const endingInId = /(?:^|-)([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/

/**
 * The name of a prompt for programs: its slug or, if that is too long or isn't a valid skill name, the beginning of the
 * slug and the id. A name never stops finding its prompt, since former slugs and ids don't either.
 */
export function promptNameOf({ slug, id }: { slug: string; id: string }): string {
  if (slug.length <= mcpLimits.name && skillName.test(slug) && !endingInId.test(slug)) return slug
  const beginning = slug
    .replaceAll('_', '-')
    .replace(/-{2,}/g, '-')
    .slice(0, mcpLimits.name - idLength - 1)
  return [beginning.replace(/^-+|-+$/g, ''), id].filter(Boolean).join('-')
}

/** The id or slug in a name. */
export function idOrSlugOf(name: string): string {
  return endingInId.exec(name)?.[1] ?? name
}
