/** What members can follow. Each kind has an entry in `followTargets` (server/follow-targets.ts) and a name below. */
export const followKinds = ['person', 'prompt', 'category', 'collection', 'tag'] as const
export type FollowKind = (typeof followKinds)[number]

/** The names of the kinds as people see them. */
export const followKindNames: Record<FollowKind, string> = {
  person: 'Person',
  prompt: 'Prompt',
  category: 'Category',
  tag: 'Tag',
  collection: 'Collection',
}

/** How many targets a member can follow, and how many one request can name to ask which of them the member follows. */
export const followsMax = 2000
export const followStatesMax = 100
