import { changeShownPrompt } from '#features/catalogue/web/shown-prompt.ts'
import { markOf, setMarks } from '#ui/marks.ts'
import { writeHint } from '#web/hints.ts'
import { createLatestSender } from '#web/latest-sender.ts'
import type { MarkStore, MarkStoreTools } from '#web/mark-store.ts'

const kind = 'favorite'
/** The key of a hint is this prefix and the prompt's id. */
const hintPrefix = 'favorite_'

/** The member's saved prompts: shown at once, stored one after the other, and rolled back on failure. */
export function createOwnFavorites({ api, queryClient, stored, refused }: MarkStoreTools): MarkStore {
  /** The last state that the server confirmed. Differs from the mark only during a request. */
  const confirmed = new Map<string, boolean>()
  /** The prompts that changed while the states were being read: the response may be older. */
  const changedSinceRead = new Set<string>()
  const isSaved = (id: string) => markOf(kind, id) === 1

  function mark(id: string, saved: boolean) {
    setMarks(kind, [[id, Number(saved)]])
    writeHint(hintPrefix, id, saved ? 'true' : null)
  }

  function change(id: string, saved: boolean) {
    const difference = Number(saved) - Number(isSaved(id))
    changeShownPrompt(queryClient, id, (prompt) => ({
      ...prompt,
      favorites: Math.max(0, prompt.favorites + difference),
    }))
    mark(id, saved)
  }

  const send = createLatestSender<boolean>(async (id, saved) => {
    try {
      if (saved) await api('POST /api/favorites', { body: { promptId: id } })
      else await api('DELETE /api/favorites/{promptId}', { params: { promptId: id } })
      confirmed.set(id, saved)
      stored({ kind, id })
    } catch (error) {
      if (isSaved(id) === saved) change(id, confirmed.get(id) ?? false)
      refused(error, { kind, id, value: Number(saved) })
    }
  })

  return {
    kind,
    words: {
      purpose: 'save',
      nextStep: 'The prompt is saved as soon as you sign in.',
      done: 'The prompt is saved',
    },
    hintPrefix,
    markOfHint: (hint) => Number(hint === 'true'),
    async read(ids) {
      changedSinceRead.clear()
      const { favorites } = await api('GET /api/favorites/state', { query: { promptIds: ids.join(',') } })
      for (const id of ids) {
        if (changedSinceRead.has(id)) continue
        confirmed.set(id, favorites[id] === true)
        mark(id, favorites[id] === true)
      }
    },
    valueAfterPress: (id) => Number(!isSaved(id)),
    set(id, value) {
      changedSinceRead.add(id)
      change(id, value === 1)
      send(id, value === 1)
    },
  }
}
