/** What members can follow. Each kind has an entry in `followTargets` (server/follow-targets.ts) and a name here. */
export const followKinds = ['person', 'prompt', 'category', 'collection', 'tag'] as const
export type FollowKind = (typeof followKinds)[number]

/** The names of the kinds to show to people. */
export const followKindNames: Record<FollowKind, string> = {
  person: 'Person',
  prompt: 'Prompt',
  category: 'Category',
  tag: 'Tag',
  collection: 'Collection',
}

/** The most that a member can follow, and the most states in one request. */
export const followsMax = 2000
export const followStatesMax = 100
