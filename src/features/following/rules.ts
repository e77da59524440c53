/** What members can follow. Each kind has an entry in `followTargets` (server/follow-targets.ts) and a name here. */
export const followKinds = ['person', 'prompt', 'category', 'collection', 'tag'] as const
export type FollowKind = (typeof followKinds)[number]

/** The names of the kinds that people see. */
export const followKindNames: Record<FollowKind, string> = {
  person: 'Person',
  prompt: 'Prompt',
  category: 'Category',
  tag: 'Tag',
  collection: 'Collection',
}

/** The maximum number of people and things that a member can follow, and of names in one request for states. */
export const followsMax = 2000
export const followStatesMax = 100
