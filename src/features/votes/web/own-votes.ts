import { readHint, writeHint } from '#client/hints.ts'
import { createReactionStore, type ReactionStore, type ReactionStoreTools } from '#client/reaction-store.ts'
import type { PromptCard } from '#features/catalogue/contract.ts'
import { changeCachedPrompt } from '#features/catalogue/web/cached-prompt.ts'
import { tallyAfter } from '#features/votes/rules.ts'
import { t } from '#lib/texts.ts'
import { usDate } from '#lib/us-date.ts'
import { notify } from '#ui/notice.tsx'

/** The start of the storage key for the member's own vote, which is 1 or -1. */
const votePrefix = 'prompt_vote_'
/**
 * The start of the storage key for the tally in the server's response to a vote, which may be newer than a page. The
 * name comes from the specification.
 */
const tallyPrefix = 'genie_vote_cache_'
/** How long a stored tally is used, in ms. Pages are cached for a shorter time. */
const tallyCachedMs = 5 * 60_000

type Votes = PromptCard['votes']

/** Creates the store of the member's votes, which also keeps the tallies on the page up to date. */
export function createOwnVotes({ api, ...tools }: ReactionStoreTools): ReactionStore {
  const { queryClient } = tools
  return createReactionStore(
    {
      kind: 'vote',
      texts: {
        purpose: t('vote', { context: 'after “Sign in to”' }),
        nextStep: t('Your vote is cast as soon as you sign in.'),
        done: t('Your vote is cast'),
      },
      hintPrefix: votePrefix,
      tallyPrefix,
      readValues: async (ids) => (await api('GET /api/votes', { query: { promptIds: ids.join(',') } })).votes,
      storeValue: (id, value) => api('POST /api/votes', { body: { promptId: id, value } }),
      onLatestStored(id, { votes, countsFrom }) {
        changeCachedPrompt(queryClient, id, (prompt) => ({ ...prompt, votes }))
        writeHint(tallyPrefix, id, JSON.stringify({ ...votes, at: Date.now() }))
        if (countsFrom)
          notify({
            title: t('Vote stored'),
            text: t('It counts from {date}, because your account is new.', { date: usDate(countsFrom) }),
          })
      },
      onChange: (id, from, to) =>
        changeCachedPrompt(queryClient, id, (prompt) => ({ ...prompt, votes: tallyAfter(prompt.votes, from, to) })),
      onRead(id) {
        const cached = cachedTally(id)
        if (cached) changeCachedPrompt(queryClient, id, (prompt) => ({ ...prompt, votes: cached.votes }), cached.at)
      },
    },
    tools,
  )
}

/** Returns the stored tally after the member's last vote on a prompt, if it may be newer than a page. */
function cachedTally(id: string): { votes: Votes; at: number } | null {
  const hint = readHint(tallyPrefix, id)
  if (hint === null) return null
  try {
    const { up, down, at } = Object(JSON.parse(hint))
    if ([up, down, at].every(Number.isFinite) && Date.now() - at < tallyCachedMs) return { votes: { up, down }, at }
  } catch {
    // This code never stores such a hint, so it is deleted.
  }
  writeHint(tallyPrefix, id, null)
  return null
}
