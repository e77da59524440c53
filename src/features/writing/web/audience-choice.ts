import type { Prompt } from '#features/catalogue/contract.ts'
import { audienceLimits } from '#features/catalogue/rules.ts'
import type { OwnGroup } from '#features/groups/contract.ts'
import { formatList } from '#lib/format-list.ts'
import { t } from '#lib/texts.ts'

/** Whom a prompt can be for, as the form offers it. */
export const kinds = ['everybody', 'groups', 'self'] as const

/** Who is to see a prompt: everybody, the groups with these slugs, or its author alone. */
export type AudienceChoice = { who: (typeof kinds)[number]; groups: string[] }

export const forEverybody: AudienceChoice = { who: 'everybody', groups: [] }
export const onlyMe: AudienceChoice = { who: 'self', groups: [] }

/** A group that a member may choose. */
export type GroupChoice = Pick<OwnGroup, 'slug' | 'name' | 'needsApproval'> & {
  /** Whether a prompt can be added only with the consent of somebody else. */
  waits: boolean
}

/** The group that a prompt is to belong to, and the others that are to read it. `waits`: an approver decides first. */
export type Sharing = { group: string; otherGroups: string[]; waits: boolean }

/** Returns who sees a stored prompt now. */
export function audienceOf({ status, audience }: Pick<Prompt, 'status' | 'audience'>): AudienceChoice {
  if (status === 'draft') return onlyMe
  if (status !== 'shared' || !audience) return forEverybody
  return { who: 'groups', groups: readersOf(audience).map(({ slug }) => slug) }
}

function readersOf({ group, otherGroups }: NonNullable<Prompt['audience']>) {
  return group ? [group, ...otherGroups] : otherGroups
}

/** Tells whether two choices mean the same. Groups count only where they are chosen. */
export function isSameAudience(one: AudienceChoice, other: AudienceChoice): boolean {
  if (one.who !== other.who) return false
  return one.who !== 'groups' || JSON.stringify(one.groups) === JSON.stringify(other.groups)
}

/** Returns the groups that a member may choose: those in which they write, and those that read the prompt already. */
export function groupChoices(own: OwnGroup[], audience?: Prompt['audience']): GroupChoice[] {
  const current = audience ? readersOf(audience) : []
  const isCurrent = (slug: string) => current.some((group) => group.slug === slug)
  return [
    ...current.map((group) => ({ ...group, needsApproval: false, waits: false })),
    ...own
      .filter(({ slug, role }) => role !== 'reader' && !isCurrent(slug))
      .map(({ slug, name, needsApproval, role }) => ({
        slug,
        name,
        needsApproval,
        waits: needsApproval && role !== 'approver',
      })),
  ]
}

/** Reads a choice from browser storage, which may hold anything. Returns `start` if it holds none. */
export function readAudience(stored: unknown, start: AudienceChoice): AudienceChoice {
  const { who, groups } = Object(stored) as Record<string, unknown>
  const kind = kinds.find((name) => name === who)
  if (!kind) return start
  return { who: kind, groups: Array.isArray(groups) ? groups.filter((slug) => typeof slug === 'string') : [] }
}

/**
 * Returns the groups of a choice in the roles that the server gives them: the prompt belongs to the one whose approvers
 * must consent, or else to the first. Null if no group is chosen.
 */
export function sharingOf({ who, groups }: AudienceChoice, choices: GroupChoice[]): Sharing | null {
  const chosen = chosenGroups(groups, choices)
  const owner = chosen.find(({ waits }) => waits) ?? chosen[0]
  if (who !== 'groups' || !owner) return null
  const otherGroups = chosen.filter((group) => group !== owner).map(({ slug }) => slug)
  return { group: owner.slug, otherGroups, waits: owner.needsApproval }
}

/** Returns what is wrong with a choice of groups, as a sentence that says what to do. */
export function audienceError({ who, groups }: AudienceChoice, choices: GroupChoice[]): string | undefined {
  if (who !== 'groups') return undefined
  const chosen = chosenGroups(groups, choices)
  if (chosen.length === 0) return t('Choose at least one group.')
  if (chosen.length > audienceLimits.groups)
    return t('Choose at most {groups} groups.', { groups: audienceLimits.groups })
  const waiting = chosen.filter(({ waits }) => waits).map(({ name }) => name)
  return waiting.length > 1
    ? t('Choose only one of {groups}: each needs approval. Its approvers can add the others later.', {
        groups: formatList(waiting, 'and'),
      })
    : undefined
}

function chosenGroups(slugs: string[], choices: GroupChoice[]): GroupChoice[] {
  return slugs.flatMap((slug) => choices.find((group) => group.slug === slug) ?? [])
}
