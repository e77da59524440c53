import type { PromptCard } from '#features/catalogue/contract.ts'
import { changeShownPrompt } from '#features/catalogue/web/shown-prompt.ts'
import { pressed, tallyAfter, type VoteValue } from '#features/votes/rules.ts'
import { usDate } from '#lib/us-date.ts'
import { markOf, setMarks } from '#ui/marks.ts'
import { notify } from '#ui/notice.tsx'
import { readHint, writeHint } from '#web/hints.ts'
import { createLatestSender } from '#web/latest-sender.ts'
import type { MarkStore, MarkStoreTools } from '#web/mark-store.ts'

const kind = 'vote'
/** The own vote: 1 or -1 (spec section 4 names these keys). */
const votePrefix = 'prompt_vote_'
/** The tally that the server answered to the own vote: pages may be older than it. */
const tallyPrefix = 'genie_vote_cache_'
/** No page is older than this, in ms: longer than pages are kept. */
const tallyKeptMs = 5 * 60_000

type Votes = PromptCard['votes']

/** One's own votes: shown at once, stored one after the other, taken back when they could not be. */
export function createOwnVotes({ api, queryClient, refused }: MarkStoreTools): MarkStore {
  /** What the server said last; differs from the mark only while a vote is on its way. */
  const confirmed = new Map<string, VoteValue>()
  /** Said while a reading was under way: its answer may be older than they are. */
  const saidSinceRead = new Set<string>()
  const ownVote = (id: string) => toValue(markOf(kind, id))

  function mark(id: string, value: VoteValue) {
    setMarks(kind, [[id, value]])
    writeHint(votePrefix, id, value === 0 ? null : String(value))
  }

  function move(id: string, to: VoteValue) {
    const from = ownVote(id)
    changeShownPrompt(queryClient, id, (prompt) => ({ ...prompt, votes: tallyAfter(prompt.votes, from, to) }))
    mark(id, to)
  }

  const send = createLatestSender<VoteValue>(async (id, value) => {
    try {
      const { votes, countsFrom } = await api('POST /api/votes', { body: { promptId: id, value } })
      confirmed.set(id, value)
      if (ownVote(id) !== value) return
      changeShownPrompt(queryClient, id, (prompt) => ({ ...prompt, votes }))
      writeHint(tallyPrefix, id, JSON.stringify({ ...votes, at: Date.now() }))
      if (countsFrom)
        notify({ title: 'Vote stored', text: `It counts from ${usDate(countsFrom)}: the account is new.` })
    } catch (error) {
      if (ownVote(id) === value) move(id, confirmed.get(id) ?? 0)
      refused(error, { kind, id, value })
    }
  })

  return {
    kind,
    hintPrefix: votePrefix,
    markOfHint: (hint) => toValue(Number(hint)),
    async read(ids) {
      saidSinceRead.clear()
      const { votes } = await api('GET /api/votes', { query: { promptIds: ids.join(',') } })
      for (const id of ids) {
        if (saidSinceRead.has(id)) continue
        confirmed.set(id, votes[id] ?? 0)
        mark(id, votes[id] ?? 0)
        const kept = keptTally(id)
        if (kept) changeShownPrompt(queryClient, id, (prompt) => ({ ...prompt, votes: kept.votes }), kept.at)
      }
    },
    valueAfterPress: (id, key) => pressed(ownVote(id), key === 1 ? 1 : -1),
    say(id, said) {
      const value = toValue(said)
      saidSinceRead.add(id)
      move(id, value)
      send(id, value)
    },
  }
}

function toValue(mark: number): VoteValue {
  return mark === 1 || mark === -1 ? mark : 0
}

/** The tally of one's own last vote on a prompt, when it may be younger than a page. */
function keptTally(id: string): { votes: Votes; at: number } | null {
  const hint = readHint(tallyPrefix, id)
  if (hint === null) return null
  try {
    const { up, down, at } = Object(JSON.parse(hint))
    if ([up, down, at].every(Number.isFinite) && Date.now() - at < tallyKeptMs) return { votes: { up, down }, at }
  } catch {
    // No hint of ours: it goes.
  }
  writeHint(tallyPrefix, id, null)
  return null
}
