import { slugify } from '#lib/slug.ts'
import { t } from '#lib/texts.ts'
import { cutText } from '#lib/well-formed.ts'

/**
 * Who can see a collection: everybody, also in lists (`public`), everybody who has its URL (`unlisted`), the members of
 * chosen groups (`shared`), or only its owner (`private`).
 */
export const visibilities = ['public', 'unlisted', 'shared', 'private'] as const
export type Visibility = (typeof visibilities)[number]

/** Whether not everybody who has its URL sees a collection. */
export function isClosed(visibility: Visibility): boolean {
  return visibility === 'private' || visibility === 'shared'
}

export const itemKinds = ['prompt', 'tool', 'comparison'] as const
export type ItemKind = (typeof itemKinds)[number]

/**
 * Limits on collections. Lengths are in characters. `sheet` is how many items a card shows, `coverText` how much of
 * a prompt's text it shows, `found` how many
 * collections a search shows, `featured` how many the home page shows, `ofOwner`
 * how many a member's page shows, and `ofGroup` how many a group's page shows. `groups`: how many groups may read one.
 */
export const collectionLimits = {
  perMember: 100,
  items: 200,
  titleMin: 3,
  titleMax: 100,
  descriptionMax: 500,
  noteMax: 500,
  sheet: 4,
  coverText: 90,
  found: 6,
  featured: 6,
  ofOwner: 6,
  ofGroup: 100,
  groups: 20,
} as const

/** How many changes to collections a member may make per minute. Reordering takes many steps. */
export const collectionRateLimit = { name: 'collections', points: 120, seconds: 60 } as const
/** How many collections a member may create or fork per hour. */
export const creationRateLimit = { name: 'collections-made', points: 60, seconds: 3600 } as const

/** How many collections an account may create or fork on its first day. */
export const firstDayCreations = { name: 'collections-first-day', points: 3, seconds: 86_400 } as const
/** How many collections all accounts on their first day may create or fork from one network per day. */
export const newCreationsPerNetwork = { name: 'collections-network', points: 10, seconds: 86_400 } as const

/** The length of a collection's key, in characters. */
export const keyLength = 10
/** The maximum length of the part of a slug that comes from the title, in characters. */
const slugTitleMax = 60
const keyAtEnd = /(?:^|-)([0-9a-z]{10})$/

/** Returns the slug of a collection: words of its title, followed by its key, which can't be guessed. */
export function collectionSlug(title: string, key: string): string {
  const words = cutText(slugify(title), slugTitleMax).replace(/(?<!-)-+$/, '')
  return words ? `${words}-${key}` : key
}

/** Returns the key in a current or former slug of a collection, or null if the text doesn't end with one. */
export function keyInSlug(slug: string): string | null {
  return keyAtEnd.exec(slug)?.[1] ?? null
}

const pathPrefixes: Record<ItemKind, string> = { prompt: '/prompt/', tool: '/tools/', comparison: '/compare/' }

/** Returns the path of the page that an item leads to. For a comparison, `slug` is its id. */
export function pathOfTarget(kind: ItemKind, slug: string): string {
  return pathPrefixes[kind] + slug
}

/**
 * Moves `movedId` before `beforeId`, or to the end if `beforeId` is null. Returns the ids unchanged if one of the two
 * is unknown.
 */
export function moveBefore(ids: readonly string[], movedId: string, beforeId: string | null): string[] {
  if (movedId === beforeId || !ids.includes(movedId)) return [...ids]
  const others = ids.filter((id) => id !== movedId)
  const index = beforeId === null ? others.length : others.indexOf(beforeId)
  return index === -1 ? [...ids] : others.toSpliced(index, 0, movedId)
}

/** The texts with which screens say who can see a collection. */
export const audiences: Record<Visibility, string> = {
  get private() {
    return t('Private: only you')
  },
  get shared() {
    return t('Groups: members of the groups that you choose')
  },
  get unlisted() {
    return t('Unlisted: anyone with the link')
  },
  get public() {
    return t('Public: everyone, also in lists and search')
  },
}
