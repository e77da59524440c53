import type { QueryClient } from '@tanstack/react-query'

/** What features keep about a member's own votes, saves and copies, and what is half written. */
const ownKeys =
  /^(genie_vote_cache_|favorite_|prompt_vote_|copy_timestamp_|worksheet_draft_|(generator|compare|create_prompt)_draft$)/

/** Answers that belong to a person. */
const ownPaths = /^\/api\/(user|favorites|votes|subscription|comparisons|admin)(\/|$)/

/**
 * Forgets what this tab knows of the member who was here: hints in storage, answers about oneself. Everything
 * else is read again, since members see some things that visitors don't.
 */
export function forgetMember(queryClient: QueryClient): void {
  for (const store of stores()) {
    for (const key of Object.keys(store)) if (ownKeys.test(key)) store.removeItem(key)
  }
  queryClient.removeQueries({ predicate: ({ queryKey }) => ownPaths.test(String(queryKey[0])) })
  queryClient.invalidateQueries()
}

function stores(): Storage[] {
  try {
    return [localStorage, sessionStorage]
  } catch {
    return []
  }
}
