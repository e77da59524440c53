import { t } from '#lib/texts.ts'
/** What members can follow. Each kind has an entry in `followTargets` (server/follow-targets.ts) and a name below. */
export const followKinds = ['person', 'prompt', 'category', 'collection', 'tag'] as const
export type FollowKind = (typeof followKinds)[number]

/** The names of the kinds as people see them. */
export const followKindNames: Record<FollowKind, string> = {
  get person() {
    return t('Person')
  },
  get prompt() {
    return t('Prompt')
  },
  get category() {
    return t('Category')
  },
  tag: 'Tag',
  get collection() {
    return t('Collection')
  },
}

/** How many targets a member can follow, and how many one request can name to ask which of them the member follows. */
export const followsMax = 2000
export const followStatesMax = 100
