import type { QueryClient } from '@tanstack/react-query'

/**
 * Matches the storage keys of the member's votes, saves, follows, copies and unread notifications, and of their unsaved
 * work: drafts, the last generated prompt, pasted answers and a verdict. Drafts in the prompt form and keys for models
 * stay, because they are stored under the account's id.
 */
const memberKeyPattern =
  /^(genie_vote_cache_|favorite_|follow_|unread_notifications$|prompt_vote_|copy_timestamp_|worksheet_draft_|return_after_plan$|generator_result$|compare_(pasted|verdict)$|(generator|compare|create_prompt)_draft$)/

/** Matches the API paths whose responses a later user of this browser may not be allowed to see. */
const memberPathPattern =
  /^\/api\/(user|favorites|notifications|votes|subscription|comparisons|change-requests|approvals|ended-models|pictures|groups|webhooks|admin|prompts\/\{id\}\/(value-sets|statistics|change-requests|review|versions|labels|label-moves))\b/

/**
 * Removes the member's hints and unsaved work (`memberKeyPattern`) from this browser's storage, and removes cached
 * responses. Marks all other queries as stale, because members see some things that visitors don't. After a member with
 * groups, no response stays: prompts of a group are cached under the paths of public ones.
 */
export function clearMemberData(queryClient: QueryClient, { hasGroups = false } = {}): void {
  for (const storage of storages()) {
    for (const key of Object.keys(storage)) if (memberKeyPattern.test(key)) storage.removeItem(key)
  }
  queryClient.removeQueries({ predicate: ({ queryKey }) => memberPathPattern.test(String(queryKey[0])) })
  if (hasGroups) {
    queryClient.removeQueries({ type: 'inactive' })
    queryClient.resetQueries()
  } else queryClient.invalidateQueries()
}

function storages(): Storage[] {
  try {
    return [localStorage, sessionStorage]
  } catch {
    return []
  }
}
