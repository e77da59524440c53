import { readHint, writeHint } from '#client/hints.ts'
import { createLatestSender } from '#client/latest-sender.ts'
import type { ReactionStore, ReactionStoreTools } from '#client/reaction-store.ts'
import type { PromptCard } from '#features/catalogue/contract.ts'
import { changeCachedPrompt } from '#features/catalogue/web/cached-prompt.ts'
import { tallyAfter, type VoteValue, voteAfterPress } from '#features/votes/rules.ts'
import { usDate } from '#lib/us-date.ts'
import { notify } from '#ui/notice.tsx'
import { reactionOf, setReactions } from '#ui/reactions.ts'

const kind = 'vote'
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

/**
 * Creates the store of the member's votes. They are shown immediately, sent one after the other for each prompt, and
 * undone after a failure.
 */
export function createOwnVotes({ api, queryClient, onStored, onRefused }: ReactionStoreTools): ReactionStore {
  /**
   * The last vote on each prompt that the server confirmed to this tab, or that another tab stored as a hint. A failed
   * change is reverted to it.
   */
  const confirmed = new Map<string, VoteValue>()
  /** The prompts whose vote changed since the last read began. The response to that read may have their older votes. */
  const changedSinceRead = new Set<string>()
  const ownVote = (id: string) => toValue(reactionOf(kind, id))

  function show(id: string, value: VoteValue) {
    setReactions(kind, [[id, value]])
    writeHint(votePrefix, id, value === 0 ? null : String(value))
  }

  function change(id: string, to: VoteValue) {
    const from = ownVote(id)
    changeCachedPrompt(queryClient, id, (prompt) => ({ ...prompt, votes: tallyAfter(prompt.votes, from, to) }))
    show(id, to)
  }

  const send = createLatestSender<VoteValue>(async (id, value) => {
    try {
      const { votes, countsFrom } = await api('POST /api/votes', { body: { promptId: id, value } })
      confirmed.set(id, value)
      onStored({ kind, id })
      if (ownVote(id) !== value) return
      changeCachedPrompt(queryClient, id, (prompt) => ({ ...prompt, votes }))
      writeHint(tallyPrefix, id, JSON.stringify({ ...votes, at: Date.now() }))
      if (countsFrom)
        notify({ title: 'Vote stored', text: `It counts from ${usDate(countsFrom)}, because your account is new.` })
    } catch (error) {
      if (ownVote(id) === value) change(id, confirmed.get(id) ?? 0)
      onRefused(error, { kind, id, value })
    }
  })

  return {
    kind,
    texts: {
      purpose: 'vote',
      nextStep: 'Your vote is cast as soon as you sign in.',
      done: 'Your vote is cast',
    },
    hintPrefix: votePrefix,
    adopt(id, hint) {
      const value = toValue(Number(hint))
      changedSinceRead.add(id)
      confirmed.set(id, value)
      setReactions(kind, [[id, value]])
    },
    async read(ids) {
      changedSinceRead.clear()
      const { votes } = await api('GET /api/votes', { query: { promptIds: ids.join(',') } })
      for (const id of ids) {
        if (changedSinceRead.has(id)) continue
        confirmed.set(id, votes[id] ?? 0)
        show(id, votes[id] ?? 0)
        const cached = cachedTally(id)
        if (cached) changeCachedPrompt(queryClient, id, (prompt) => ({ ...prompt, votes: cached.votes }), cached.at)
      }
    },
    valueAfterPress: (id, button) => voteAfterPress(ownVote(id), button === 1 ? 1 : -1),
    set(id, next) {
      const value = toValue(next)
      changedSinceRead.add(id)
      change(id, value)
      send(id, value)
    },
  }
}

function toValue(value: number): VoteValue {
  return value === 1 || value === -1 ? value : 0
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
